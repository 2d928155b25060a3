// The service worker of the static site: after the first visit the page works without a network.
//
// scripts/site fills in the version, and the files with the hashes of their contents. A new version is fetched in the
// background. It is used when no tab has the old one open, or when the user wants it; then all tabs are loaded again.
// So all modules of a tab are from one version.

const VERSION = 'none';
const FILES = [];

// Other sites on the same origin have caches of their own. A scope contains no space.
const PREFIX = `rushlab ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

/** Fetches a file of this version: from the HTTP cache if it is this version, else from the host. */
async function download([name, hash]) {
  const integrity = `sha256-${hash}`;
  const cached = await fetch(name, { integrity, cache: 'force-cache' }).catch(() => null);
  const response = cached?.ok ? cached : await fetch(name, { integrity, cache: 'reload' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

self.addEventListener('install', (event) => {
  const store = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map(async (file) => cache.put(file[0], await download(file))));
  };
  event.waitUntil(store());
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener('message', ({ data }) => data === 'update' && self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  const stored = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(stored());
});
