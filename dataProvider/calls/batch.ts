import { call } from '../http.ts'

/**
 * Starts (0) or stops (1) devices: PUT godbDeviceBatchControlState. All of a call change or none does: 404 where one of them is out of
 * the caller's reach.
 */
export async function batchControlState(state: 0 | 1, ids: readonly number[]): Promise<void> {
  await call('PUT', 'godbDeviceBatchControlState', { body: { control_state: state, dev_id_list: ids.join(',') } })
}
