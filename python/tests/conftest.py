import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

# Some tests interrupt themselves. In a background job of a shell, Ctrl-C is ignored unless a handler is set.
signal.signal(signal.SIGINT, signal.default_int_handler)
