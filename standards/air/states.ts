import type { Dated } from '../types.ts'
import type { Celsius } from '../units.ts'

/**
 * Reference temperature at which a law converts a gas volume to a mass; at 1013.25 hPa in all laws. Particles are
 * reported at ambient conditions.
 */
export interface GasState extends Dated {
  celsius: Celsius
}

/** By the scheme that judges air; the rows of each scheme by their first day. */
export const GAS_STATES = {
  HJ: [
    { celsius: 0, since: '1996-10-01', until: '2018-08-31', source: 'GB 3095-1996; GB 3095-2012, 3.14' },
    {
      celsius: 25,
      since: '2018-09-01',
      until: null,
      source: 'GB 3095-2012, 3.14 as amended in 2018; GB 3095-2026, 3.14',
    },
  ],
  USAQI: [{ celsius: 25, since: '1971-11-25', until: null, source: '40 CFR 50.3' }],
  EAQI: [{ celsius: 20, since: '2008-06-11', until: null, source: 'Directive 2008/50/EC, annex VI, C (293 K)' }],
} satisfies Record<string, readonly GasState[]>
