import type { Random } from './random.js'
import { wrongTypes, badJson, badQuery } from './malformed-control.js'
import { type FuzzTarget, type RawRequest, raw, json, key } from './raw-request.js'

function envdHeaders({ sandboxId, accessToken }: FuzzTarget, random: Random): string[] {
  const token = random.below(8) === 0 ? random.text(10, 'abc') : accessToken
  return [`E2b-Sandbox-Id: ${sandboxId}`, 'E2b-Sandbox-Port: 49983', `X-Access-Token: ${token}`]
}

const methods = [
  ...['Start', 'Connect', 'List', 'SendInput', 'SendSignal', 'CloseStdin', 'Update', 'StreamInput', 'Dance'].map(
    (name) => `/process.Process/${name}`,
  ),
  ...['Stat', 'MakeDir', 'Move', 'ListDir', 'WatchDir', 'GetWatcherEvents'].map(
    (name) => `/filesystem.Filesystem/${name}`,
  ),
]

function badEnvelope(random: Random, target: FuzzTarget): RawRequest {
  const content = random.pick([
    random.bytes(30),
    Buffer.from('{"process":{"pid":"x"}}'),
    Buffer.from('{"path":["a"]}'),
    Buffer.from('{'),
  ])
  const head = Buffer.alloc(5)
  head.writeUInt8(random.pick([0, 1, 2, 255]), 0)
  head.writeUInt32BE(random.pick([content.length, 0, content.length + 7, 0xffffffff, 1]), 1)
  const type = random.pick([
    'application/connect+json',
    'application/connect+proto',
    'application/json',
    'application/proto',
    'text/plain',
    'application/grpc-web',
  ])
  const version = random.pick([
    'Connect-Protocol-Version: 1',
    'Connect-Protocol-Version: 9',
    'Connect-Timeout-Ms: 200',
    'Connect-Timeout-Ms: -1',
  ])
  const body = random.pick([Buffer.concat([head, content]), content, head.subarray(0, 3)])
  const headers = [...envdHeaders(target, random), `Content-Type: ${type}`, version, 'Connect-Timeout-Ms: 300']
  return { kind: 'bad envelope', bytes: raw({ method: 'POST', path: random.pick(methods), headers, body }) }
}

/** Ways out of a sandbox, were there any. */
function wayOut(random: Random, { canary }: FuzzTarget): string {
  const up = random.pick(['../', '..%2f', '%2e%2e/', '....//', '..\\', './../'])
  return random.pick([
    `${up.repeat(12)}${canary.slice(1)}`,
    `${up.repeat(12)}etc/shadow`,
    `/proc/self/root${canary}`,
    `/proc/1/root${canary}`,
    `/home/user/${up.repeat(3)}${canary.slice(1)}`,
    `//${canary}`,
    `file://${canary}`,
    '\0',
    `~root/../..${canary}`,
    `/dev/null/${random.text(10)}`,
    'x'.repeat(5000),
    `${'a/'.repeat(150)}b`,
    `${'abcdefghi/'.repeat(450)}b`,
  ])
}

function pathTrick(random: Random, target: FuzzTarget): RawRequest {
  const path = wayOut(random, target)
  const encoded = random.below(4) === 0 ? path.replaceAll(/[\0\s\\]/g, '') : encodeURIComponent(path)
  const user = random.pick(['', '&username=root', '&username=../root', '&username=%00'])
  const isWrite = random.below(2) === 0
  const headers = [...envdHeaders(target, random), 'Content-Type: application/octet-stream']
  const parts = { path: `/files?path=${encoded}${user}`, headers }
  const bytes = isWrite
    ? raw({ ...parts, method: 'POST', body: Buffer.from('overwritten') })
    : raw({ ...parts, method: 'GET' })
  return { kind: isWrite ? 'path trick, write' : 'path trick, read', bytes }
}

function pathTrickByCall(random: Random, target: FuzzTarget): RawRequest {
  const path = wayOut(random, target)
  const [method, body] = random.pick([
    ['Stat', { path }],
    ['MakeDir', { path: `${path}.d` }],
    ['Move', { source: '/home/user/nothing', destination: path }],
    ['ListDir', { path, depth: random.below(3) }],
  ] as const)
  const headers = [...envdHeaders(target, random), json, 'Connect-Protocol-Version: 1']
  const bytes = raw({
    method: 'POST',
    path: `/filesystem.Filesystem/${method}`,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  })
  return { kind: 'path trick by call', bytes }
}

function badMultipart(random: Random, target: FuzzTarget): RawRequest {
  const name = random.pick(['a.txt', `../../../../..${target.canary}`, '', '\0', 'a/../../b'])
  const body = random.pick([
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n--b--\r\n`,
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx`,
    '--b--\r\n',
    '--c\r\n\r\n',
    `--b\r\n${'X: y\r\n'.repeat(3000)}\r\nx\r\n--b--`,
  ])
  const type = random.pick(['multipart/form-data; boundary=b', 'multipart/form-data', 'multipart/form-data; boundary='])
  const encoding = random.pick(['X-None: 1', 'Content-Encoding: gzip', 'Content-Encoding: what'])
  const headers = [...envdHeaders(target, random), `Content-Type: ${type}`, encoding]
  return { kind: 'bad multipart', bytes: raw({ method: 'POST', path: '/files', headers, body: Buffer.from(body) }) }
}

function badSignature(random: Random): RawRequest {
  const path = `/files?path=${encodeURIComponent(random.text(20))}&signature=${random.pick(['', 'v1_', `v1_${random.text(43, 'abcXYZ019')}`, '%00'])}&signature_expiration=${random.pick(['', '-1', 'x', '99999999999999999999'])}`
  return { kind: 'bad signature', bytes: raw({ method: random.pick(['GET', 'POST', 'DELETE']), path }) }
}

function badHead(random: Random): RawRequest {
  const bytes = random.pick([
    Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`),
    Buffer.from(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    Buffer.from('GET / HTTP/9.9\r\n\r\n'),
    Buffer.from('GET http://[::bad HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    Buffer.from('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    Buffer.from('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'),
    Buffer.from('POST /v2/sandboxes HTTP/1.1\r\nHost: x\r\nX-API-KEY: k\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    Buffer.concat([random.bytes(200), Buffer.from('\r\n\r\n')]),
    Buffer.from('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    Buffer.from('GET /%%% HTTP/1.1\r\nHost: 99999-i.x\r\nConnection: close\r\n\r\n'),
  ])
  return { kind: 'bad head', bytes }
}

function truncated(random: Random, target: FuzzTarget): RawRequest {
  const isFile = random.below(2) === 0
  const headers = isFile ? [...envdHeaders(target, random), 'Content-Type: application/octet-stream'] : [key, json]
  const path = isFile ? '/files?path=truncated.bin' : random.pick(['/v2/sandboxes', '/v3/templates'])
  const body = Buffer.from('{"templateID"')
  return { kind: 'truncated', isTruncated: true, bytes: raw({ method: 'POST', path, headers, body, announced: 1000 }) }
}

function badHost(random: Random): RawRequest {
  const host = random.pick([
    '0-iabc.x',
    '99999-iabc.x',
    '8000-.x',
    `8000-${'a'.repeat(3000)}.x`,
    '8000-..x',
    '[::1',
    '127.0.0.1:x',
  ])
  const id = random.pick(['', '../..', 'inobody', '%00', 'A'])
  const port = random.pick(['', '0', '-1', 'x', '65536', '22'])
  const lines = [
    `GET / HTTP/1.1`,
    `Host: ${host}`,
    `E2b-Sandbox-Id: ${id}`,
    `E2b-Sandbox-Port: ${port}`,
    'Connection: close',
  ]
  return { kind: 'bad host', bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`) }
}

const kinds = [
  wrongTypes,
  badJson,
  badQuery,
  badEnvelope,
  pathTrick,
  pathTrickByCall,
  badMultipart,
  badSignature,
  badHead,
  truncated,
  badHost,
] as const

/** Some request that no client would send. */
export function malformedRequest(random: Random, target: FuzzTarget): RawRequest {
  return random.pick(kinds)(random, target)
}
