import {
  DirectoryNotFoundError,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  PermissionError,
  SandboxError,
  WorkspaceError,
  type FilesystemErrorCode,
} from '@caisson/core/workspace'
import type { ObjectErrorKind, ObjectStoreDriver } from './object-store-driver.js'
import { ObjectStoreError } from './object-store-error.js'
import type { ObjectTarget } from './object-target.js'

/** What an error is about, for its text. */
type StoreErrorContext = Pick<ObjectTarget, 'path' | 'operation' | 'kind'> & { readonly bucket: string }

type Make = (context: StoreErrorContext, cause: unknown) => FilesystemError

const general =
  (code: FilesystemErrorCode, text: string): Make =>
  ({ path, operation, bucket }, cause) =>
    new FilesystemError(`${text}: ${operation} ${path} (bucket ${bucket})`, code, path, { cause })

/** Texts of the store are never quoted: they may hold what was signed with a secret. They are in the cause. */
const makers = {
  missing: ({ path, kind }, cause) =>
    kind === 'directory' ? new DirectoryNotFoundError(path, { cause }) : new FileNotFoundError(path, { cause }),
  noBucket: general('ENOTREADY', 'There is no such bucket'),
  denied: ({ path, operation }, cause) => new PermissionError(path, `${operation} (refused by the store)`, { cause }),
  unauthenticated: ({ path, operation }, cause) =>
    new PermissionError(path, `${operation} (the store does not accept the credentials)`, { cause }),
  exists: ({ path }, cause) => new FileExistsError(path, { cause }),
  changed: general('ESTALE', 'The file was changed at the same time'),
  conflict: general('ESTALE', 'Others change the file at the same time'),
  range: general('EINVAL', 'The range lies behind the end of the file'),
  invalid: general('EINVAL', 'The store cannot do this'),
  rateLimited: general('EIO', 'The store asks for fewer requests'),
  unavailable: general('EIO', 'The store cannot be reached or is out of order'),
  aborted: general('EIO', 'The store gave the request up'),
  unknown: general('EIO', 'The store failed'),
} satisfies Record<ObjectErrorKind, Make>

/** Whether an error says already what it means. */
function isOwn(error: unknown): boolean {
  return FilesystemError.isInstance(error) || SandboxError.isInstance(error) || WorkspaceError.isInstance(error)
}

/** What an error of a driver means; undefined for one of ours, which the driver has nothing to do with. */
export function kindOf(driver: ObjectStoreDriver, error: unknown): ObjectErrorKind | undefined {
  if (isOwn(error)) return undefined
  return ObjectStoreError.isInstance(error) ? error.kind : driver.classifyError(error)
}

/** Our error for one of the store, with that one as cause. Ours pass unchanged. */
export function storeError(
  driver: ObjectStoreDriver,
  error: unknown,
  context: Pick<ObjectTarget, 'path' | 'operation' | 'kind'>,
): unknown {
  const kind = kindOf(driver, error)
  return kind === undefined ? error : makers[kind]({ ...context, bucket: driver.bucket }, error)
}
