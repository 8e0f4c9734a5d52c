import { pushRetentionJob } from './alarms/channels/retention.ts'
import { giveBackJob } from './alarms/episodes/giveBack.ts'
import { environmentJob } from './environment/job.ts'
import { retentionJob } from './history/retention.ts'
import { rollupJob } from './history/rollup.ts'
import { stationRetentionJob } from './hj212/store.ts'
import { settleJob } from './live/settleCommands.ts'
import type { Platform } from './platform.ts'
import type { Job } from './platform/processes.ts'
import { nearJob } from './quality/judging/near.ts'
import { outboxRetentionJob } from './send/outbox.ts'
import { connectionJob, connectionRetentionJob } from './telemetry/connection.ts'
import { uploadsJob } from './upload/sweep.ts'
import { virtualJob } from './virtual/job.ts'

/** Returns the platform's own jobs. Folders that bring further jobs add them with `platform.schedules.add`. */
export const jobsOf = (platform: Platform): Job[] => [
  rollupJob(platform.storage),
  nearJob(platform),
  environmentJob(platform),
  retentionJob(platform),
  virtualJob(platform),
  connectionJob(platform),
  connectionRetentionJob(platform),
  outboxRetentionJob(platform),
  pushRetentionJob(platform),
  uploadsJob(platform),
  settleJob(platform),
  giveBackJob(platform),
  stationRetentionJob(platform),
]
