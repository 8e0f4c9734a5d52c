import { call } from '../http.ts'

/**
 * Starts (0) or stops (1) devices: PUT godbDeviceBatchControlState. Either all devices of a call change or none; 404 if
 * the caller may not reach one of them.
 */
export async function batchControlState(state: 0 | 1, ids: readonly number[]): Promise<void> {
  await call('PUT', 'godbDeviceBatchControlState', { body: { control_state: state, dev_id_list: ids.join(',') } })
}
