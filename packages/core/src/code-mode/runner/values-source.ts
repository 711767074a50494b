/**
 * Runner text: values to JSON text, by the rules of `serializeValue`.
 *
 * `serializeLast` is for what ends the program: it lends conversions to the built-in classes, which is several times as
 * fast for large results as a function called for every value, and only then may disturb nobody.
 */
export const valuesSource: string = String.raw`
var conversions = [
  { prototype: Map.prototype, convert: toArray },
  { prototype: Set.prototype, convert: toArray },
  { prototype: Error.prototype, convert: function () { return { name: this.name, message: this.message } } },
  { prototype: RegExp.prototype, convert: function () { return String(this) } },
  { prototype: ArrayBuffer.prototype, convert: function () { return Buffer.from(this).toString('base64') } },
  { prototype: DataView.prototype, convert: toBase64 },
  { prototype: Buffer.prototype, convert: toBase64 },
  { prototype: Uint8Array.prototype, convert: toBase64 },
  { prototype: Object.getPrototypeOf(Uint8Array.prototype), convert: toArray },
]

function toArray() {
  return Array.from(this)
}

function toBase64() {
  return Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString('base64')
}

function serializeLast(value, label) {
  if (typeof value !== 'object' || value === null) return serialize(value, label)
  var refused = { prototype: Promise.prototype, convert: function () { throw new TypeError('a promise') } }
  conversions.concat(refused).forEach(function (entry) {
    if (entry.prototype === Buffer.prototype || !Object.hasOwn(entry.prototype, 'toJSON')) {
      Object.defineProperty(entry.prototype, 'toJSON', { value: entry.convert, configurable: true })
    }
  })
  try {
    return stringify(value)
  } catch (error) {
    // The slow way names the place, and finds promises by itself.
    delete Promise.prototype.toJSON
    return serialize(value, label)
  }
}

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
    if (typeof given === 'bigint') refuse(key, 'is a BigInt, which JSON cannot hold: convert it with String() or Number()')
    if (typeof original !== 'object' || original === null) return given
    if (given !== original && !Buffer.isBuffer(original)) return given
    if (original instanceof Promise) refuse(key, 'is a promise: await it first')
    var found = conversions.find(function (entry) { return entry.prototype.isPrototypeOf(original) })
    return found ? found.convert.call(original) : given
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
