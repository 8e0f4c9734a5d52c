import type { Text } from './language.ts'

/**
 * A river or canal of the demo with its own marks: a level that is high in a drain is low in a river. Metres above the
 * gauge's zero.
 */
export interface River {
  key: string
  name: Text
  normal: number
  /** The warning mark: above it an alarm notifies the people on duty. */
  warning: number
}

export const rivers = {
  minxin: { key: 'minxin', name: ['民心河', '民心河', 'Minxin River'], normal: 1.6, warning: 2.5 },
  taiping: { key: 'taiping', name: ['太平河', '太平河', 'Taiping River'], normal: 1.9, warning: 3 },
  hutuo: { key: 'hutuo', name: ['滹沱河', '滹沱河', 'Hutuo River'], normal: 2.4, warning: 4 },
  wangyang: { key: 'wangyang', name: ['汪洋沟', '汪洋溝', 'Wangyang Canal'], normal: 1.3, warning: 2.2 },
  drain: { key: 'drain', name: ['排水干渠', '排水幹線', 'Main drains'], normal: 1.1, warning: 2 },
} as const satisfies Record<string, River>
