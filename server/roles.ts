/** What a process does where several share a database: everything, or one of three parts (ROLE). */
export const ROLES = ['all', 'ingest', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

interface Part {
  /** Takes telemetry in: POST /v1/telemetry, the broker, stations of HJ 212. */
  intake: boolean
  /** Serves the console and the other calls of /v1. */
  console: boolean
  /** May lead: judges alarms for all processes and runs the jobs that one process does for all. */
  leads: boolean
}

/** The parts of each role. Every role answers /healthz, /readyz and /metrics, and sends what waits in the send log. */
export const PARTS: Record<Role, Part> = {
  all: { intake: true, console: true, leads: true },
  ingest: { intake: true, console: false, leads: false },
  web: { intake: false, console: true, leads: false },
  worker: { intake: false, console: false, leads: true },
}

/**
 * Whether a process needs the samples that other processes take in: to show them, to judge them as the leader, or to
 * apply save-on-change beside the others. With a log of telemetry a process that only takes in does not need them: it
 * stores partitions that no other process stores as long as it holds them.
 */
export const needsPeerSamples = ({ role, telemetryLog }: { role: Role; telemetryLog: object | null }): boolean =>
  telemetryLog === null || PARTS[role].console || PARTS[role].leads
