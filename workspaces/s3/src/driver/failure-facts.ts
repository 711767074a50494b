/** What decisions about an error of the SDK are made on. */
export interface FailureFacts {
  /** The code that S3 gave, or the class of an error that arose here. */
  readonly name: string
  /** Of HTTP; absent when there was no answer. */
  readonly status: number | undefined
  /** Of the operating system. */
  readonly code: string | undefined
  /** Where S3 says that the bucket is. */
  readonly region: string | undefined
}

/** Reads an error of the SDK, or any other one. */
export function failureFacts(error: unknown): FailureFacts {
  const answer = member(error, '$response')
  const header = member(member(answer, 'headers'), 'x-amz-bucket-region')
  return {
    name: text(member(error, 'name')) ?? '',
    status: number(member(member(error, '$metadata'), 'httpStatusCode')),
    code: text(member(error, 'code')),
    region: text(member(error, 'Region')) ?? text(header),
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
