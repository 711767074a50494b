import type { ToolboxRoute } from '../http/route.js'
import { bulkDownload } from './bulk-download.js'
import { createFolder, deleteFile, moveFile } from './change-files.js'
import { downloadFile } from './download.js'
import { findInFiles, searchFiles } from './find-in-files.js'
import { fileDetails, listFiles } from './list-files.js'
import { replaceInFiles } from './replace-in-files.js'
import { setPermissions } from './set-permissions.js'
import { bulkUpload, uploadFile } from './upload.js'

/** The sandbox's files, with the rights of its user. */
export const fileRoutes: readonly ToolboxRoute[] = [
  { method: 'GET', path: '/files', handle: listFiles },
  { method: 'DELETE', path: '/files', handle: deleteFile },
  { method: 'GET', path: '/files/info', handle: fileDetails },
  { method: 'POST', path: '/files/folder', handle: createFolder },
  { method: 'POST', path: '/files/move', handle: moveFile },
  { method: 'POST', path: '/files/permissions', handle: setPermissions },
  { method: 'GET', path: '/files/find', handle: findInFiles },
  { method: 'GET', path: '/files/search', handle: searchFiles },
  { method: 'POST', path: '/files/replace', handle: replaceInFiles },
  { method: 'POST', path: '/files/bulk-upload', handle: bulkUpload },
  { method: 'POST', path: '/files/upload', handle: uploadFile },
  { method: 'POST', path: '/files/upload-v2', handle: uploadFile },
  { method: 'POST', path: '/files/bulk-download', handle: bulkDownload },
  { method: 'GET', path: '/files/download', handle: downloadFile },
]
