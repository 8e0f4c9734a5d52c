/** What a process does, where several share a database: everything, or one of three parts (ROLE). */
export const ROLES = ['all', 'ingest', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

interface Part {
  /** Takes telemetry in: POST /v1/telemetry, the broker, stations of HJ 212. */
  intake: boolean
  /** Serves the console and the other calls of /v1. */
  console: boolean
  /** May lead: judges alarms for all and runs what one process does for all. */
  leads: boolean
}

/** Every role answers /healthz, /readyz and /metrics, shows the same live state and sends what waits in the send log. */
export const PARTS: Record<Role, Part> = {
  all: { intake: true, console: true, leads: true },
  ingest: { intake: true, console: false, leads: false },
  web: { intake: false, console: true, leads: false },
  worker: { intake: false, console: false, leads: true },
}
