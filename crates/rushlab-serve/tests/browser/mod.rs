//! A client for the part of Chromium's DevTools protocol that the tests of the page use.

use std::cell::{Cell, RefCell};
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// The time within which an expected change must appear.
const TIMEOUT: Duration = Duration::from_secs(240);

/// Returns [`TIMEOUT`], or the seconds of `RUSHLAB_SECONDS`, for work on the page.
fn timeout() -> Duration {
    let seconds = std::env::var("RUSHLAB_SECONDS").ok().and_then(|text| text.parse().ok());
    seconds.map_or(TIMEOUT, Duration::from_secs)
}

/// The names under which Chromium may be installed.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A headless browser, which ends when it is dropped.
pub(crate) struct Browser {
    process: Child,
    connection: Rc<Connection>,
    _profile: tempfile::TempDir,
}

/// The connection to the browser, shared by its pages.
struct Connection {
    socket: RefCell<WebSocket<MaybeTlsStream<TcpStream>>>,
    next: Cell<u64>,
    events: RefCell<Vec<Value>>,
}

impl Browser {
    /// Starts a browser; returns `None` if none is installed.
    pub(crate) fn start() -> Option<Browser> {
        let named = std::env::var("RUSHLAB_CHROMIUM").ok();
        let candidates = named.iter().map(String::as_str).chain(PROGRAMS);
        let profile = tempfile::tempdir().unwrap();
        let mut process = candidates.into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
            ]);
            command.args(["--no-first-run", "--disable-extensions", "--disable-background-networking", "--mute-audio"]);
            command.arg("--remote-debugging-port=0").arg(format!("--user-data-dir={}", profile.path().display()));
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()
        })?;
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address =
            lines.find_map(|line| line.ok()?.strip_prefix("DevTools listening on ").map(str::to_owned)).unwrap();
        // The pipe must be read, or the browser blocks when it is full.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(address).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        }
        let connection = Connection { socket: RefCell::new(socket), next: Cell::new(0), events: RefCell::default() };
        Some(Browser { process, connection: Rc::new(connection), _profile: profile })
    }

    /// Opens a page in a new profile.
    pub(crate) fn page(&self, width: u32, height: u32) -> Page {
        let context = self.connection.call(None, "Target.createBrowserContext", json!({}))["browserContextId"].clone();
        Page::create(&self.connection, context, true, width, height)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Connection {
    fn call(&self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        let id = self.next.get() + 1;
        self.next.set(id);
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.socket.borrow_mut().send(Message::text(message.to_string())).unwrap();
        loop {
            let response = self.read();
            if response["id"] == id {
                assert!(response.get("error").is_none(), "{method}: {}", response["error"]);
                return response["result"].clone();
            }
            self.events.borrow_mut().push(response);
        }
    }

    fn read(&self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.borrow_mut().read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }
}

/// A tab of the browser.
pub(crate) struct Page {
    connection: Rc<Connection>,
    session: String,
    /// The profile.
    context: Value,
    /// Whether the profile ends with this page.
    owns_context: bool,
}

impl Page {
    fn create(connection: &Rc<Connection>, context: Value, owns_context: bool, width: u32, height: u32) -> Page {
        let target = json!({"url": "about:blank", "browserContextId": context});
        let target = connection.call(None, "Target.createTarget", target)["targetId"].clone();
        let attached = connection.call(None, "Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let page = Page { connection: Rc::clone(connection), session, context, owns_context };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.size(width, height);
        page
    }

    /// Opens a second page in the profile of this one.
    pub(crate) fn second_tab(&self, width: u32, height: u32) -> Page {
        Page::create(&self.connection, self.context.clone(), false, width, height)
    }

    /// Makes this the visible tab of its window. A hidden one handles no input.
    pub(crate) fn to_front(&self) {
        self.call("Page.bringToFront", json!({}));
    }

    fn call(&self, method: &str, parameters: Value) -> Value {
        self.connection.call(Some(&self.session), method, parameters)
    }

    pub(crate) fn size(&self, width: u32, height: u32) {
        let phone = width < 600;
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": phone}));
    }

    /// Sets the number of pixels of the screen for each pixel of the page.
    pub(crate) fn dense(&self, factor: f64) {
        let size = self.run("[innerWidth, innerHeight]");
        let metrics = json!({"width": size[0], "height": size[1], "deviceScaleFactor": factor, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Limits the network to a number of bytes per second, with a delay of each request as on a phone.
    pub(crate) fn throttle(&self, bytes_per_second: f64) {
        let conditions = json!({"offline": false, "latency": 150, "downloadThroughput": bytes_per_second, "uploadThroughput": bytes_per_second});
        self.call("Network.emulateNetworkConditions", conditions);
    }

    /// Slows the processor down by a factor.
    pub(crate) fn slow_down(&self, factor: f64) {
        self.call("Emulation.setCPUThrottlingRate", json!({"rate": factor}));
    }

    /// Sets media features: `[("prefers-color-scheme", "dark")]`.
    pub(crate) fn prefer(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> = features.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    pub(crate) fn open(&self, url: &str) {
        self.call("Page.navigate", json!({"url": url}));
    }

    /// Opens the current address again, as a new visit does.
    pub(crate) fn reload(&self) {
        let address = self.run("location.href");
        self.open("about:blank");
        self.open(address.as_str().unwrap());
    }

    /// Evaluates an expression, and awaits it if it is a promise.
    pub(crate) fn run(&self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let response = self.call("Runtime.evaluate", parameters);
        assert!(response.get("exceptionDetails").is_none(), "{expression}: {}", response["exceptionDetails"]);
        response["result"]["value"].clone()
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let expression = format!("document.querySelector({})?.textContent ?? ''", json!(selector));
        self.run(&expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression, or what its promise gives, is true.
    pub(crate) fn wait(&self, expression: &str) {
        let started = Instant::now();
        while self.run(&format!("Promise.resolve({expression}).then(Boolean)")) != true {
            assert!(
                started.elapsed() < timeout(),
                "still false: {expression}; the text of the page is\n{}",
                self.text("body")
            );
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Waits until the text of an element contains some words.
    pub(crate) fn wait_for(&self, selector: &str, words: &str) {
        self.wait(&format!("document.querySelector({})?.textContent.includes({})", json!(selector), json!(words)));
    }

    /// Returns the centre of the first visible element of a selector.
    pub(crate) fn middle(&self, selector: &str) -> (f64, f64) {
        let expression = format!(
            "(() => {{ const all = [...document.querySelectorAll({})]; \
             const element = all.find((each) => each.checkVisibility()) ?? all[0]; \
             element.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        );
        let point = self.run(&expression);
        (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
    }

    fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let held = i32::from(kind == "mousePressed" || kind == "mouseMoved");
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": held, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", event);
    }

    pub(crate) fn click(&self, selector: &str) {
        let point = self.middle(selector);
        self.click_at(point);
    }

    pub(crate) fn click_at(&self, point: (f64, f64)) {
        self.call("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": point.0, "y": point.1}));
        self.mouse("mousePressed", point);
        self.mouse("mouseReleased", point);
    }

    /// Clicks the button with this text in the visible tab.
    pub(crate) fn press(&self, words: &str) {
        let find = format!(
            "[...document.querySelectorAll('section:not([hidden]) button')].find((each) => each.textContent.trim() === {} && each.checkVisibility())",
            json!(words)
        );
        self.wait(&format!("{find} && !({find}).disabled"));
        self.run(&format!("({find}).dataset.pressed = 'now'"));
        self.click("[data-pressed]");
        self.run("document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')");
    }

    /// Drags with the mouse.
    pub(crate) fn drag(&self, from: (f64, f64), (dx, dy): (f64, f64)) {
        self.mouse("mousePressed", from);
        for part in 1..=4 {
            let part = f64::from(part) / 4.0;
            self.mouse("mouseMoved", (from.0 + dx * part, from.1 + dy * part));
        }
        self.mouse("mouseReleased", (from.0 + dx, from.1 + dy));
    }

    /// Drags with a finger.
    pub(crate) fn swipe(&self, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        touch("touchStart", json!([{"x": x, "y": y}]));
        for part in 1..=4 {
            let part = f64::from(part) / 4.0;
            touch("touchMove", json!([{"x": x + dx * part, "y": y + dy * part}]));
        }
        touch("touchEnd", json!([]));
    }

    /// Taps with a finger.
    pub(crate) fn tap(&self, (x, y): (f64, f64)) {
        self.call("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}));
        self.call("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    }

    /// Turns the wheel of the mouse over an element.
    pub(crate) fn wheel(&self, selector: &str, down: f64) {
        let (x, y) = self.middle(selector);
        let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down});
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Moves two fingers apart over an element: the distances from its centre, in pixels.
    pub(crate) fn pinch(&self, selector: &str, from: f64, to: f64) {
        let (x, y) = self.middle(selector);
        let touch = |kind: &str, apart: Option<f64>| {
            let points = apart.map_or(
                json!([]),
                |apart| json!([{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]),
            );
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        touch("touchStart", Some(from));
        for part in 1..=4 {
            touch("touchMove", Some(from + (to - from) * f64::from(part) / 4.0));
        }
        touch("touchEnd", None);
    }

    /// Presses a key: a letter, or a name such as `ArrowLeft`; `Control+z` and `Shift+Tab` too.
    pub(crate) fn key(&self, name: &str) {
        let (modifier, key) = name.split_once('+').unwrap_or(("", name));
        let modifiers = match modifier {
            "Control" => 2,
            "Shift" => 8,
            _ => 0,
        };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            " " => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => u32::from(key.to_ascii_uppercase().as_bytes()[0]),
        };
        let text = if key == "Enter" { Some("\r") } else { (key.len() == 1 && modifiers == 0).then_some(key) };
        for kind in [if text.is_some() { "keyDown" } else { "rawKeyDown" }, "keyUp"] {
            let event = json!({"type": kind, "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code,
                "text": if kind == "keyDown" { text } else { None }});
            let event: serde_json::Map<String, Value> =
                event.as_object().unwrap().clone().into_iter().filter(|(_, value)| !value.is_null()).collect();
            self.call("Input.dispatchKeyEvent", event.into());
        }
    }

    /// Returns a screenshot as PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let response = self.call("Page.captureScreenshot", json!({"format": "png"}));
        data_encoding::BASE64.decode(response["data"].as_str().unwrap().as_bytes()).unwrap()
    }

    /// Returns all DevTools events of a name since the page was opened.
    pub(crate) fn events(&self, method: &str) -> Vec<Value> {
        self.run("0");
        let matches = |event: &&Value| event["sessionId"] == *self.session && event["method"] == method;
        self.connection.events.borrow().iter().filter(matches).map(|event| event["params"].clone()).collect()
    }

    /// Returns all errors and warnings of the page.
    pub(crate) fn console_errors(&self) -> Vec<String> {
        let thrown =
            self.events("Runtime.exceptionThrown").into_iter().map(|event| event["exceptionDetails"].to_string());
        let logged = self.events("Log.entryAdded").into_iter().filter(|event| event["entry"]["level"] == "error");
        let printed = self.events("Runtime.consoleAPICalled").into_iter();
        let printed = printed.filter(|event| event["type"] == "error" || event["type"] == "warning");
        thrown
            .chain(logged.map(|event| event["entry"].to_string()))
            .chain(printed.map(|event| event.to_string()))
            .collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if self.owns_context && !std::thread::panicking() {
            self.connection.call(None, "Target.disposeBrowserContext", json!({"browserContextId": self.context}));
        }
    }
}
