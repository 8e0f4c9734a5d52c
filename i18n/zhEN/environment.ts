import type { Like } from '../types.ts'
import type { environment as base } from '../zhCN/environment.ts'

export const environment: Like<typeof base> = {
  short: {
    HJ633: { 1: 'Excellent', 2: 'Good', 3: 'Light', 4: 'Moderate', 5: 'Heavy', 6: 'Severe' },
    USAQI: { 1: 'Good', 2: 'Moderate', 3: 'Sensitive', 4: 'Unhealthy', 5: 'Very unhealthy', 6: 'Hazardous' },
    EAQI: { 1: 'Good', 2: 'Fair', 3: 'Moderate', 4: 'Poor', 5: 'Very poor', 6: 'Extremely poor' },
    GB3838: { 6: 'Worse than V' },
  },
  noise: { 1: 'Within the limit', 2: 'Above by up to 5 dB', 3: 'Above by more than 5 dB' },
  noiseShort: { 1: 'Within', 2: 'Above', 3: 'Far above' },
  numeral: { 1: 'I', 2: 'II', 3: 'III', 4: 'IV', 5: 'V', 6: '>V' },
  period: { '1h': '1 h', '8h': '8 h', '24h': '24 h', day: 'Day', night: 'Night', sample: 'Sample' },
  state: {
    stale: 'Stale',
    offline: 'Offline',
    maintenance: 'Maintenance',
    insufficient: 'Too little data',
    none: 'No data',
    noZone: 'No zone set',
  },
  basis: '%{period} · %{standard}',
  known: '%{known} / %{needed}',
  sampled: 'sampled %{percent} %',
  primary: 'Primary: %{names}',
  missing: 'missing %{names}',
  advisory: 'for orientation only',
  until: 'until %{time}',
  classOf: '%{word} (class %{level} of %{levels})',
  comma: ', ',
}
