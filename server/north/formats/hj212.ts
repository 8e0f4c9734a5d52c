import type { ReportFormat } from './index.ts'

/** HJ 212 frames; server/north/reports makes their content. */
export const hj212: ReportFormat = { kind: 'report', type: 'text/plain' }
