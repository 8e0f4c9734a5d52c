import type { ReportFormat } from './index.ts'

/** Frames of HJ 212: what they say is made in server/north/reports. */
export const hj212: ReportFormat = { kind: 'report', type: 'text/plain' }
