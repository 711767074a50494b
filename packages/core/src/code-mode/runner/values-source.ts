/** Runner text: values to JSON text, by the rules of `serializeValue`. */
export const valuesSource: string = String.raw`
function serialize(value, label) {
  var holders = []
  var keys = []
  var open = new Set()

  function refuse(key, what) {
    var path = label
    var all = keys.slice(1).concat(keys.length ? [key] : [])
    for (var i = 0; i < all.length; i++) {
      path += /^\d+$/.test(all[i]) ? '[' + all[i] + ']' : '.' + all[i]
    }
    var error = new TypeError(path + ' ' + what)
    error.name = 'SerializationError'
    throw error
  }

  function convert(original, given, key) {
    if (typeof original === 'bigint') refuse(key, 'is a BigInt, which JSON cannot hold: convert it with String() or Number()')
    if (typeof original !== 'object' || original === null) return given
    if (original instanceof Promise) refuse(key, 'is a promise: await it first')
    if (original instanceof Map || original instanceof Set) return Array.from(original)
    if (original instanceof Error) return { name: original.name, message: original.message }
    if (original instanceof RegExp) return String(original)
    if (original instanceof ArrayBuffer) return Buffer.from(original).toString('base64')
    if (!ArrayBuffer.isView(original)) return given
    if (original instanceof Uint8Array || original instanceof DataView) {
      return Buffer.from(original.buffer, original.byteOffset, original.byteLength).toString('base64')
    }
    return Array.from(original)
  }

  function replace(key, given) {
    while (holders.length && holders[holders.length - 1].holder !== this) {
      open.delete(holders.pop().original)
      keys.pop()
    }
    var original = this[key]
    var result = convert(original, given, key)
    if (typeof result !== 'object' || result === null) return result
    if (open.has(original)) refuse(key, 'refers to itself, which JSON cannot hold')
    open.add(original)
    holders.push({ holder: result, original: original })
    keys.push(key)
    return result
  }

  if (typeof value === 'function' || typeof value === 'symbol') refuse('', 'is a ' + typeof value + ', which JSON cannot hold')
  return typeof value === 'string' ? stringify(value) : stringify(value, replace)
}
`
