import type { FailureForm } from '../../http/failure-form.js'
import { requestIds } from '../request/request-ids.js'
import { elements, writeXml } from '../xml/write-xml.js'
import type { S3ErrorCode } from './s3-errors.js'

/** What an ordered failure means that has only a status. */
const codes: Readonly<Record<number, S3ErrorCode>> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  405: 'MethodNotAllowed',
  409: 'ConditionalRequestConflict',
  411: 'MissingContentLength',
  412: 'PreconditionFailed',
  416: 'InvalidRange',
  501: 'NotImplemented',
  503: 'SlowDown',
}

/** Errors of S3: XML, but for HEAD, whose answers have no body, and for answers that by their status have none. */
export const s3FailureForm: FailureForm = ({ status, code, message, details }, request) => {
  const ids = requestIds()
  if (request.method === 'HEAD' || status === 304) return { body: undefined, headers: ids }
  const content = elements({
    Code: code ?? codes[status] ?? 'InternalError',
    Message: message,
    ...details,
    Resource: (request.url ?? '/').split('?')[0],
    RequestId: ids['x-amz-request-id'],
    HostId: ids['x-amz-id-2'],
  })
  const body = writeXml({ name: 'Error', content })
  return { body, headers: { 'Content-Type': 'application/xml', ...ids } }
}
