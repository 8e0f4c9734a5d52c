/**
 * What the console uses of a platform beyond the plain calls (docs/wire.md), and can do without: how is said under `abilities.without` in the catalogues. The most
 * felt come first.
 */
export const USED_EXTENSIONS = [
  'ws-all',
  'batch',
  'points',
  'sparklines',
  'export',
  'sort',
  'one',
  'ids',
  'unmodified',
  'taken',
  'areas',
  'codes',
  'alarm-groups',
  'alarm-backtest',
  'control',
  'credential',
  'telemetry',
  'gateway-online',
  'geocode',
  'northstate',
  'northpreview',
  'northpush',
  'hj212',
  'resources',
  'renew',
  'logout',
] as const

/** Those of them that a platform does not announce. */
export const lacking = (extensions: ReadonlySet<string>): (typeof USED_EXTENSIONS)[number][] =>
  USED_EXTENSIONS.filter((name) => !extensions.has(name))
