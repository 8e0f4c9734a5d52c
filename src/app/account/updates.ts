/** News of a version, as keys of its sentences. */
interface Update {
  version: string
  notes: readonly string[]
}

/** Short form of CHANGELOG.md for users of the console, newest first. A version is added to both at its release. */
export const updates: readonly Update[] = [
  { version: '0.6.0', notes: ['dashboard.updates.scales', 'dashboard.updates.again'] },
  { version: '0.5.0', notes: ['dashboard.updates.classes', 'dashboard.updates.work'] },
  { version: '0.4.0', notes: ['dashboard.updates.quality', 'dashboard.updates.choosing'] },
  { version: '0.3.0', notes: ['dashboard.updates.law', 'dashboard.updates.upward', 'dashboard.updates.kit'] },
  { version: '0.2.0', notes: ['dashboard.updates.control', 'dashboard.updates.lists', 'dashboard.updates.safety'] },
  {
    version: '0.1.0',
    notes: [
      'dashboard.updates.monitoring',
      'dashboard.updates.history',
      'dashboard.updates.alarms',
      'dashboard.updates.management',
      'dashboard.updates.platform',
    ],
  },
]
