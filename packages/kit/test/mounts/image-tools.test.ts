import { expect, it } from 'vitest'
import { commonMountTools, defaultMountTools, imageTools, mountTools } from '../../src/mounts.js'

it.each([
  [[], ['fuse'], []],
  [['s3fs'], ['s3fs', 'fuse'], []],
  [
    ['blobfuse2', 's3fs', 'gcsfuse', 's3fs'],
    ['s3fs', 'fuse'],
    ['gcsfuse', 'blobfuse2'],
  ],
] as const)('[M07] the distribution has some of %j itself, in any order [BR-095]', (tools, packages, others) => {
  expect(imageTools(tools)).toEqual({ packages, others })
})

it('[M07] images have some of all tools', () => {
  expect(mountTools).toEqual(['s3fs', 'gcsfuse', 'blobfuse2'])
  expect(mountTools).toEqual(expect.arrayContaining([...defaultMountTools, ...commonMountTools]))
})
