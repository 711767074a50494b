/**
 * The Python program that keeps the state of a context. It reads requests as lines of JSON from descriptor 3 and answers
 * on descriptor 4. What programs that it starts print comes through the ordinary outputs; after each run it writes the
 * mark of the request there, so that the reader knows that nothing of the run is missing.
 */
export const workerProgram = `
import io, json, linecache, os, signal, sys, threading, traceback

os.set_inheritable(3, False)
os.set_inheritable(4, False)
requests = os.fdopen(3, 'r', encoding='utf-8')
answers = os.fdopen(4, 'w', encoding='utf-8')
lock = threading.Lock()
is_running = False
cells = 0
piece = 16384


def tell(**message):
    with lock:
        answers.write(json.dumps(message) + '\\n')
        answers.flush()


class Output(io.TextIOBase):
    encoding = 'utf-8'
    errors = 'replace'

    def __init__(self, kind, descriptor):
        self.kind = kind
        self.descriptor = descriptor
        self.buffer = os.fdopen(os.dup(descriptor), 'wb', 0)

    def writable(self):
        return True

    def fileno(self):
        return self.descriptor

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError('write() argument must be str, not ' + type(text).__name__)
        for start in range(0, len(text), piece):
            tell(type=self.kind, text=text[start:start + piece])
        return len(text)


def on_interrupt(number, frame):
    if is_running:
        raise KeyboardInterrupt


def report(error):
    cause = error.__traceback__
    shown = cause.tb_next if cause is not None else None
    lines = traceback.format_exception(type(error), error, shown)
    tell(type='error', name=type(error).__name__, value=str(error), traceback=''.join(lines))


def run(request, scope):
    global cells, is_running
    cells += 1
    name = '<cell %d>' % cells
    code = request['code']
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    before = dict(os.environ)
    os.environ.update(request['envs'])
    outcome = 'completed'
    try:
        is_running = True
        exec(compile(code, name, 'exec'), scope)
    except KeyboardInterrupt:
        outcome = 'interrupted'
    except BaseException as error:
        is_running = False
        report(error)
    finally:
        is_running = False
        for key in set(os.environ) - set(before):
            del os.environ[key]
        os.environ.update(before)
    return outcome


signal.signal(signal.SIGINT, on_interrupt)
sys.stdout = Output('stdout', 1)
sys.stderr = Output('stderr', 2)
sys.argv = ['']
sys.path.insert(0, '')
scope = {'__name__': '__main__', '__builtins__': __builtins__}
for line in requests:
    request = json.loads(line)
    outcome = run(request, scope)
    mark = request['mark'].encode()
    for descriptor in (1, 2):
        os.write(descriptor, mark)
    tell(type='control', text=outcome)
`
