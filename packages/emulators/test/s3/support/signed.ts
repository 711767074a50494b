import type { S3Client } from '@aws-sdk/client-s3'

interface SignedRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Buffer | undefined
  /** When it claims to have been signed. Default: now. */
  readonly at?: Date | undefined
  readonly region?: string | undefined
}

const scheme = { name: 'sigv4', signingName: 's3', signingRegion: 'us-east-1', properties: {} }

/** What the vendor's signer takes. */
function plain({ method, url, headers = {}, body }: SignedRequest) {
  const { protocol, hostname, port, pathname, searchParams, host } = new URL(url)
  return {
    method,
    protocol,
    hostname,
    port: Number(port),
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: { host, ...headers },
    body,
  }
}

function options({ at, region }: SignedRequest): { signingDate?: Date; signingRegion?: string } {
  return {
    ...(at === undefined ? {} : { signingDate: at }),
    ...(region === undefined ? {} : { signingRegion: region }),
  }
}

/** The headers of a request, signed by the vendor's own client. */
export async function signHeaders(client: S3Client, request: SignedRequest): Promise<Record<string, string>> {
  const signer = await client.config.signer(scheme)
  const signed = await signer.sign(plain(request), options(request))
  return signed.headers
}

/** Sends a request that the vendor's client would not make, signed by it all the same. */
export async function sendSigned(client: S3Client, request: SignedRequest): Promise<Response> {
  const { host: _host, ...headers } = await signHeaders(client, request)
  const body = request.body === undefined ? {} : { body: request.body }
  return fetch(request.url, { method: request.method, headers, ...body })
}

/** An address that can be used without keys for a while. */
export async function signAddress(client: S3Client, request: SignedRequest, expiresIn: number): Promise<string> {
  const signer = await client.config.signer(scheme)
  if (!('presign' in signer) || typeof signer.presign !== 'function')
    throw new TypeError('the client cannot sign addresses')
  // As the vendor's own program for addresses does it: the body is not known yet.
  const unsigned = { ...request, headers: { ...request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }
  const signed: { query: Record<string, string> } = await signer.presign(plain(unsigned), {
    ...options(request),
    expiresIn,
  })
  const url = new URL(request.url)
  url.search = new URLSearchParams(signed.query).toString()
  return url.href
}
