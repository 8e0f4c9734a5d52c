/**
 * The calls that the page /BigScreen makes, and those that end or renew its session: all that the token of a wall
 * screen may call. Besides, it may open the live feed.
 */
export const wallCalls: ReadonlySet<string> = new Set([
  'GET /v1/godbMyInfo',
  'GET /v1/godbMyProject',
  'GET /v1/capabilities',
  'GET /v1/resources',
  'GET /v1/godbDeviceState',
  'GET /v1/godbDeviceStateByDistrictId/:id',
  'GET /v1/godbAllDeviceOnlineNum',
  'GET /v1/godbDistrictNameList',
  'GET /v1/godbGatewayNameList',
  'GET /v1/godbDeviceNameList',
  'GET /v1/godbThresholdNameList',
  'GET /v1/godbThreshold',
  'GET /v1/godbThresholdlogByTimeOrId',
  'GET /v1/godbNodemapByType/:id',
  'GET /v1/godbAllHistoricaldataByIdToJson/:deviceid/:start/:end',
  'GET /v1/godbCompareHistoricaldata',
  'GET /v1/outlines',
  'GET /v1/environment',
  'GET /v1/environment/measures',
  'GET /v1/environment/hours',
  'GET /v1/episodes',
  'GET /v1/alarmTrace',
  'GET /v1/deviceRules',
  'GET /v1/alarmMaintenanceSpans',
  'POST /v1/renew',
  'POST /v1/logout',
])

/**
 * Whether the token of a wall screen may make this call.
 * @param route the address in the route's definition, with the names of its parameters
 */
export const isWallCall = (method: string, route: string): boolean =>
  wallCalls.has(`${method === 'HEAD' ? 'GET' : method} ${route}`)
