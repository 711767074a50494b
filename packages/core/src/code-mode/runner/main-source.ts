/** Runner text: installs the tools, runs the program, reports how it ended. */
export const mainSource: string = String.raw`
function start(boot, load) {
  var link = createLink(boot, load)
  var pending = new Map()
  var fromTools = new WeakSet()
  var nextId = 0
  var isFinished = false
  var lastFrame = null
  var isIdle = false
  var sizeOf = Buffer.byteLength
  var exit = process.reallyExit ? process.reallyExit.bind(process) : process.exit.bind(process)
  var printed = watchStreams()

  /** Says how the program ended and ends the process, as soon as what it printed is on its way: the host waits for no more than the end. */
  function leave(code) {
    var waiting = printed.filter(function (stream) { return stream.writableLength > 0 })
    var left = waiting.length
    function go() {
      report()
      exit(code)
    }
    if (!left) return go()
    waiting.forEach(function (stream) {
      stream.write('', function () {
        left -= 1
        if (!left) go()
      })
    })
  }

  function tooLarge(what) {
    var error = new RangeError(what + ' is larger than the limit of ' + boot.maxResultBytes + ' bytes')
    error.name = 'ValueTooLargeError'
    return error
  }

  function finish(pieces) {
    if (isFinished) return
    isFinished = true
    lastFrame = pieces
  }

  function report() {
    var pieces = lastFrame
    lastFrame = null
    if (pieces) link.send(pieces)
  }

  function fail(value) {
    finish([stringify({ type: 'done', ok: false, error: describeThrown(value) })])
    leave(0)
  }

  function succeed(value) {
    var text = serializeLast(value, 'result')
    if (text !== undefined && sizeOf(text) > boot.maxResultBytes) throw tooLarge('The result')
    finish(text === undefined ? ['{"type":"done","ok":true}'] : ['{"type":"done","ok":true,"result":', text, '}'])
    leave(0)
  }

  function log(level, message) {
    if (isFinished) return
    // The end is kept, and one character more, by which the host sees that something is missing.
    var cut = message.length > boot.maxLogBytes ? message.slice(-boot.maxLogBytes - 1) : message
    link.send([stringify({ type: 'log', level: level, message: cut })])
  }

  function callTool(tool, input, site) {
    return new Promise(function (resolve, reject) {
      var text = serialize(input === undefined ? {} : input, 'arguments')
      if (sizeOf(text) > boot.maxResultBytes) throw tooLarge('The arguments of ' + tool)
      var id = nextId++
      link.listen()
      pending.set(id, { resolve: resolve, reject: reject, site: site })
      link.hold(true)
      link.sendCall(['{"type":"rpc","id":' + id + ',"tool":' + stringify(tool) + ',"args":', text, '}'])
    })
  }

  link.onLine = function (answer) {
    var call = pending.get(answer.id)
    if (answer.type !== 'rpc-result' || !call) return
    pending.delete(answer.id)
    if (!pending.size) link.hold(false)
    if (answer.ok) return call.resolve(answer.result)
    var error = new Error(answer.error.message)
    if (answer.error.name) error.name = answer.error.name
    error.stack = [error.name + ': ' + error.message].concat(programLines(call.site.stack)).join('\n')
    fromTools.add(error)
    call.reject(error)
  }
  link.onClosed = function () {
    if (!isFinished && pending.size) leave(1)
  }

  boot.externals.forEach(function (external) {
    var call = function (input) {
      var promise = callTool(external.id, input, new Error())
      // A call nobody waits for must not end the program when it fails.
      promise.catch(function () {})
      return promise
    }
    Object.defineProperty(call, 'name', { value: external.name })
    Object.defineProperty(globalThis, external.name, { value: call, writable: true, configurable: true, enumerable: true })
  })
  captureConsole(log, load)

  process.on('uncaughtException', fail)
  process.on('unhandledRejection', function (reason) {
    var isFromTool = typeof reason === 'object' && reason !== null && fromTools.has(reason)
    if (!isFromTool) return fail(reason)
    log('warn', 'A tool call failed and nothing handled it: ' + describeThrown(reason).message)
  })
  process.on('beforeExit', function () { isIdle = true })
  process.on('exit', function (code) {
    var why = isIdle
      ? 'it waits for something that can no longer happen'
      : 'process.exit(' + code + ') was called'
    finish([stringify({ type: 'done', ok: false, error: {
      name: 'NoResultError', message: 'Program exited without returning a result: ' + why,
    } })])
    report()
  })

  loadProgram(boot, load).then(function (program) { return program() }).then(succeed).catch(fail)
}

/** The output streams that the program has touched; touching them here would cost time in every run. */
function watchStreams() {
  var touched = []
  ;['stdout', 'stderr'].forEach(function (name) {
    var property = Object.getOwnPropertyDescriptor(process, name)
    if (!property || !property.get || !property.configurable) return
    Object.defineProperty(process, name, Object.assign({}, property, { get: function () {
      var stream = property.get.call(process)
      if (touched.indexOf(stream) === -1) touched.push(stream)
      return stream
    } }))
  })
  return touched
}

async function loadProgram(boot, load) {
  if (boot.programModule !== undefined) return (await import(boot.programModule)).default
  var vm = load('vm')
  // Before Node 24 it warns on standard error as soon as the program calls import().
  var viaMain = parseInt(process.versions.node, 10) >= 24 && vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  var options = { filename: 'program.ts', lineOffset: -1 }
  if (viaMain) options.importModuleDynamically = viaMain
  var script = new vm.Script(boot.program, options)
  if (!viaMain) {
    // An old Node resolves import() only in text that eval runs. Eval counts lines from 1: the wrapper gets none of its own.
    return (0, eval)(boot.program.replace('\n', ' ') + '\n//# sourceURL=program.ts')
  }
  return script.runInThisContext()
}
`
