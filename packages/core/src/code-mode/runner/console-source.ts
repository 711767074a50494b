/**
 * Runner text: console methods become log frames.
 *
 * Strings are kept as they are and plain values become JSON, which models read best; the rest is shown as Node would.
 * Node's own Console does the work for tables, groups, counters and timers; it is made on first use.
 */
export const consoleSource: string = String.raw`
function captureConsole(write, load) {
  var Console = console.Console
  var captured = null
  var level = 'log'
  var direct = { log: 'log', info: 'info', debug: 'debug', warn: 'warn', error: 'error', dirxml: 'log', group: 'log', groupCollapsed: 'log' }
  var through = {
    assert: 'error', clear: null, count: 'log', countReset: 'log', dir: 'log', groupEnd: 'log', table: 'log',
    time: 'log', timeEnd: 'log', timeLog: 'log', trace: 'debug',
  }

  function backing() {
    if (captured) return captured
    var stream = {
      write: function (text) {
        var message = text.charAt(text.length - 1) === '\n' ? text.slice(0, -1) : text
        write(level, level === 'debug' ? withoutRunner(message) : message)
      },
      on: function () { return stream },
      once: function () { return stream },
      removeListener: function () { return stream },
      listenerCount: function () { return 0 },
    }
    captured = new Console({ stdout: stream, stderr: stream, colorMode: false })
    return captured
  }

  function withoutRunner(text) {
    return text.split('\n').filter(function (line) {
      return !/^\s+at /.test(line) || programLines(line).length > 0
    }).join('\n')
  }

  function show(value) {
    if (typeof value === 'string') return value
    var prototype = typeof value === 'object' && value !== null ? attempt(function () { return Object.getPrototypeOf(value) }) : undefined
    var isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null
    var json = isPlain ? attempt(function () { return serialize(value, 'value') }) : undefined
    if (json !== undefined) return json
    return withoutRunner(load('util').inspect(value))
  }

  function format(values) {
    if (values.length > 1 && typeof values[0] === 'string' && /%[sdifjoOc]/.test(values[0])) {
      return load('util').format.apply(null, values)
    }
    return values.map(show).join(' ')
  }

  Object.keys(direct).forEach(function (name) {
    console[name] = function () {
      var values = Array.prototype.slice.call(arguments)
      level = direct[name]
      if (values.length || name.indexOf('group') !== 0) return backing()[name](format(values))
      backing()[name]()
    }
  })
  Object.keys(through).forEach(function (name) {
    console[name] = function () {
      if (through[name] === null) return
      level = through[name]
      return backing()[name].apply(captured, arguments)
    }
  })
}
`
