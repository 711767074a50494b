/** A module that a client's Node loads first: names below the domain mean this computer, where no name server knows them. */
export function resolverSource(domain: string): string {
  return `import dns from 'node:dns'

const domain = ${JSON.stringify(domain)}
const isOurs = (name) => typeof name === 'string' && (name === domain || name.endsWith('.' + domain))
const found = { address: '127.0.0.1', family: 4 }

const { lookup } = dns
dns.lookup = (name, options, callback) => {
  if (!isOurs(name)) return lookup(name, options, callback)
  const done = typeof options === 'function' ? options : callback
  const all = typeof options === 'object' && options !== null && options.all === true
  process.nextTick(() => (all ? done(null, [found]) : done(null, found.address, found.family)))
}

const lookupPromise = dns.promises.lookup
dns.promises.lookup = async (name, options) => {
  if (!isOurs(name)) return lookupPromise(name, options)
  return options?.all === true ? [found] : found
}
`
}
