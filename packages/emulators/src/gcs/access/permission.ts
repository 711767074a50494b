/** What a call needs, in the vendor's names. */
export type Permission =
  | 'storage.buckets.create'
  | 'storage.buckets.delete'
  | 'storage.buckets.get'
  | 'storage.buckets.list'
  | 'storage.buckets.update'
  | 'storage.objects.create'
  | 'storage.objects.delete'
  | 'storage.objects.get'
  | 'storage.objects.list'
  | 'storage.objects.update'

export const permissions: Readonly<Record<Permission, 'read' | 'write'>> = {
  'storage.buckets.create': 'write',
  'storage.buckets.delete': 'write',
  'storage.buckets.get': 'read',
  'storage.buckets.list': 'read',
  'storage.buckets.update': 'write',
  'storage.objects.create': 'write',
  'storage.objects.delete': 'write',
  'storage.objects.get': 'read',
  'storage.objects.list': 'read',
  'storage.objects.update': 'write',
}

/** Permissions that anybody has on a public bucket. */
export const publicPermissions: ReadonlySet<Permission> = new Set(['storage.objects.get', 'storage.objects.list'])
