/** The vendor's names of what can be wrong. */
export type S3ErrorCode =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'AuthorizationQueryParametersError'
  | 'BadDigest'
  | 'BucketAlreadyExists'
  | 'BucketAlreadyOwnedByYou'
  | 'BucketNotEmpty'
  | 'ConditionalRequestConflict'
  | 'EntityTooLarge'
  | 'EntityTooSmall'
  | 'ExpiredToken'
  | 'IllegalLocationConstraintException'
  | 'IncompleteBody'
  | 'InternalError'
  | 'InvalidAccessKeyId'
  | 'InvalidArgument'
  | 'InvalidBucketName'
  | 'InvalidChunkSizeError'
  | 'InvalidDigest'
  | 'InvalidPart'
  | 'InvalidPartOrder'
  | 'InvalidRange'
  | 'InvalidRequest'
  | 'InvalidToken'
  | 'InvalidURI'
  | 'KeyTooLongError'
  | 'MalformedXML'
  | 'MetadataTooLarge'
  | 'MethodNotAllowed'
  | 'MissingContentLength'
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'NoSuchUpload'
  | 'NotImplemented'
  | 'PermanentRedirect'
  | 'PreconditionFailed'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'SlowDown'
  | 'XAmzContentSHA256Mismatch'

/** What S3 answers when something is wrong: the code, its status and its text. */
export const s3Errors: Readonly<Record<S3ErrorCode, readonly [number, string]>> = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the authorization are not valid'],
  BadDigest: [400, 'The checksum that was sent does not fit the content that was received'],
  BucketAlreadyExists: [409, 'The bucket name is taken'],
  BucketAlreadyOwnedByYou: [409, 'You own a bucket of this name already'],
  BucketNotEmpty: [409, 'The bucket is not empty'],
  ConditionalRequestConflict: [409, 'Another request changed the object at the same time. Please retry'],
  EntityTooLarge: [400, 'The upload is larger than allowed'],
  EntityTooSmall: [400, 'The part is smaller than allowed for one that is not the last'],
  ExpiredToken: [400, 'The provided token has expired.'],
  IllegalLocationConstraintException: [400, 'The location does not fit the region this request was sent to'],
  IncompleteBody: [400, 'The body has not the number of bytes that was announced'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidChunkSizeError: [403, 'Only the last chunk is allowed to have a size less than 8192 bytes'],
  InvalidDigest: [400, 'The checksum that was sent is not valid'],
  InvalidPart: [400, 'One or more of the parts were not found, or their entity tags do not fit'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRequest: [400, 'The request is not valid'],
  InvalidToken: [400, 'The provided token is malformed or otherwise invalid.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified upload does not exist: its id is not valid, or it was aborted or completed.'],
  NotImplemented: [501, 'The emulator does not know this'],
  PermanentRedirect: [301, 'The bucket must be addressed using the endpoint of its own region'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  SlowDown: [503, 'Please reduce your request rate.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
}
