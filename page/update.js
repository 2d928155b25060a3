// The service worker of the static site, and its updates.

import { notice } from './notice.js';

/** Says that a version is ready. The user decides when it is used. */
function offer(worker) {
  notice('An update is ready.', { bad: false, action: ['Update', () => worker.postMessage('update')] });
}

/** Registers the service worker, and offers the next version when it is there. */
export async function watchUpdates() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // Before the first version is stored, no worker controls the page, so a change is an update. All tabs follow.
  if (serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  const registration = await serviceWorker.register(new URL('service-worker.js', import.meta.url)).catch(() => null);
  if (!registration) return;
  const follow = (worker) => {
    const ready = () => worker.state === 'installed' && serviceWorker.controller && offer(worker);
    worker.addEventListener('statechange', ready);
    ready();
  };
  if (registration.waiting) follow(registration.waiting);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}
