/**
 * Runner text: how frames leave and answers arrive.
 *
 * Frames are written synchronously, so that none is lost when the program crashes. Reading costs the start of a socket
 * and therefore begins with the first tool call. The nonce stays in this closure. Where frames share a stream with what is
 * printed, each piece has a nonce of its own: who reads along, or finds the stream kept somewhere, learns nothing of the next.
 */
export const linkSource: string = String.raw`
function createLink(boot, load) {
  var fs = load('fs')
  var writeSync = fs.writeSync
  var from = Buffer.from
  var concat = Buffer.concat
  var parse = JSON.parse
  var marker = from(boot.prefix + boot.nonce)
  var end = from('\n')
  var whole = from(boot.plain ? '' : '.')
  var partial = from('+')
  var pause = new Int32Array(new SharedArrayBuffer(4))
  var head = boot.prefix + boot.nonce + (boot.plain ? '' : '.')
  var queueTask = queueMicrotask
  var gathered = ''
  var isTurn = false
  var nextMarker = boot.isChained ? chainMarkers(boot, load('crypto')) : function () { return marker }
  var link = { onLine: null, onClosed: null, listen: listen, send: send, sendCall: sendCall, hold: hold }
  var source = null
  delete boot.nonce

  function writeAll(data) {
    for (var at = 0; at < data.length; ) {
      try {
        at += writeSync(boot.outputDescriptor, data, at, data.length - at)
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error
        Atomics.wait(pause, 0, 0, 0.2)
      }
    }
  }

  /** Long text is encoded piece by piece into the same memory, and read by the host meanwhile. */
  function writeText(text) {
    if (text.length < 65536) return writeAll(from(text))
    var memory = Buffer.allocUnsafe(262144 * 3)
    for (var at = 0; at < text.length; ) {
      var to = Math.min(at + 262144, text.length)
      var last = text.charCodeAt(to - 1)
      if (to < text.length && last >= 0xd800 && last < 0xdc00) to -= 1
      writeAll(memory.subarray(0, memory.write(text.slice(at, to))))
      at = to
    }
  }

  /**
   * Sends one call. The first one of a turn leaves at once, so that the host can begin; what follows in the same turn is
   * written together, since many small writes fill a socket long before their bytes would.
   */
  function sendCall(pieces) {
    if (boot.segmentBytes !== 0 || pieces[1].length >= 65536) return send(pieces)
    if (!isTurn) {
      isTurn = true
      queueTask(endTurn)
      return send(pieces)
    }
    gathered += head + pieces.join('') + '\n'
    if (gathered.length >= 65536) flush()
  }

  function flush() {
    if (gathered === '') return
    var text = gathered
    gathered = ''
    writeAll(from(text))
  }

  function endTurn() {
    isTurn = false
    flush()
  }

  /** Sends one frame, given as pieces of its JSON text. */
  function send(pieces) {
    flush()
    var isLong = pieces.some(function (piece) { return piece.length >= 65536 })
    if (boot.segmentBytes === 0 && isLong) {
      writeAll(concat([marker, whole]))
      pieces.forEach(writeText)
      return writeAll(end)
    }
    var body = from(pieces.join(''))
    var room = boot.segmentBytes - marker.length - 2
    if (boot.segmentBytes === 0 || body.length <= room) return writeAll(concat([nextMarker(), whole, body, end]))
    // Cut between characters: on the way the stream may be decoded as text.
    for (var at = 0, to = 0; at < body.length; at = to) {
      to = Math.min(at + room, body.length)
      while (to < body.length && (body[to] & 0xc0) === 0x80) to -= 1
      writeAll(concat([nextMarker(), to < body.length ? partial : whole, body.subarray(at, to), end]))
    }
  }

  function listen() {
    if (source) return
    source = boot.inputDescriptor === 0
      ? process.stdin
      : new (load('net').Socket)({ fd: boot.inputDescriptor, readable: true, writable: false })
    var parts = []
    source.on('data', function (chunk) {
      var at = 0
      for (var next = chunk.indexOf(10); next !== -1; next = chunk.indexOf(10, at)) {
        parts.push(chunk.subarray(at, next))
        at = next + 1
        var line = parts.length === 1 ? parts[0] : concat(parts)
        parts = []
        link.onLine(parse(line.toString()))
      }
      if (at < chunk.length) parts.push(chunk.subarray(at))
    })
    source.on('error', function () { link.onClosed() })
    source.on('close', function () { link.onClosed() })
  }

  /** Whether the process has to stay alive for an answer. */
  function hold(isNeeded) {
    if (isNeeded && source.ref) source.ref()
    if (!isNeeded && source.unref) source.unref()
  }

  return link
}

/** What a program may change later is taken along. */
function chainMarkers(boot, crypto) {
  var prefix = boot.prefix
  var secret = boot.nonce
  var createHash = crypto.createHash
  var from = Buffer.from
  var apply = Reflect.apply
  var update = crypto.Hash.prototype.update
  var digest = crypto.Hash.prototype.digest
  var slice = String.prototype.slice
  var count = 0
  return function () {
    count += 1
    var hash = createHash('sha256')
    apply(update, hash, [secret + ':' + count])
    return from(prefix + apply(slice, apply(digest, hash, ['hex']), [0, 36]))
  }
}
`
