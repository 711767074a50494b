import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3'

/** What is stored beside the content of an object. */
export type ObjectDescription = Pick<
  GetObjectCommandOutput,
  'ContentType' | 'ContentEncoding' | 'ContentLanguage' | 'ContentDisposition' | 'CacheControl' | 'Metadata'
>

/** What a copy by the store itself would take over, for copies that are made otherwise. */
export function describeObject(answer: HeadObjectCommandOutput | GetObjectCommandOutput): ObjectDescription {
  const { ContentType, ContentEncoding, ContentLanguage, ContentDisposition, CacheControl, Metadata } = answer
  return { ContentType, ContentEncoding, ContentLanguage, ContentDisposition, CacheControl, Metadata }
}
