import { dropCredentials, makeCredential } from './credential.ts'
import type { Hook } from './types.ts'

export const gatewayHook: Hook = {
  async afterSave({ old, id, once }, trx) {
    if (!old) once.credential = await makeCredential(trx, 'gateway_id', id)
  },
  beforeDelete: ({ id }, trx) => dropCredentials(trx, 'gateway_id', id),
  computed: ({ registry }, row) => ({ getewayisonline: registry.isGatewayOnline(Number(row.id)) ? 1 : 0 }),
}
