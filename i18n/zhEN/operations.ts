import type { Like } from '../types.ts'
import type { operations as base } from '../zhCN/operations.ts'

export const operations: Like<typeof base> = {
  title: 'Operation log',
  search: 'Search user, type or record',
  noMatch: 'No operations match.',
  emptyHint: 'Sign-ins, changes and commands show here once they happen.',
  time: 'Time',
  user: 'User',
  type: 'Operation',
  kind: 'Object',
  record: 'Record',
  types: {
    create: 'Created',
    edit: 'Edited',
    delete: 'Deleted',
    login: 'Signed in',
    password: 'Password changed',
    credential: 'Credential made',
    revoke: 'Credential revoked',
    command: 'Command sent',
    confirmed: 'Command confirmed',
    unconfirmed: 'Command unconfirmed',
    release: 'Release code',
    telemetry: 'Values sent by hand',
    import: 'History imported',
  },
  changes: 'Changes',
  noChanges: 'This operation changed no fields',
  field: 'Field',
  before: 'Before',
  after: 'After',
}
