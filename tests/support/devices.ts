import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'

/** A live device in the clean model; fields that are not given have ordinary values. */
export const aDevice = (given: Partial<DeviceState> & { id: number }): DeviceState => ({
  sn: `sn${given.id}`,
  sn_value: null,
  name: `Device ${given.id}`,
  district_id: 2,
  project_id: 1,
  gateway_id: 1,
  devicetype_id: 1,
  sort_num: 0,
  disabled: false,
  online: true,
  gateway_online: null,
  thre_list: [],
  nodata_list: null,
  alarms: null,
  maintenance_until: null,
  maintenance_next: null,
  maintenance_next_until: null,
  acquisition_cycle: null,
  positional: null,
  json_data: null,
  nodes: [],
  ...given,
})

export const aNode = (given: Partial<NodeState> & { id: number }): NodeState => ({
  alias: `Node ${given.id}`,
  unitname: 'm',
  imginfo: null,
  registertype: 3,
  node_script: null,
  min_value: 0,
  max_value: 100,
  value: 1,
  at: 1000,
  ...given,
})
