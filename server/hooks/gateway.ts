import type { Hook } from '../platform/hook.ts'
import { dropCredentials, makeCredential, makeCredentials } from './credential.ts'

export const gatewayHook: Hook = {
  async afterSave({ old, id, once }, trx) {
    if (!old) once.credential = await makeCredential(trx, 'gateway_id', id)
  },
  async afterCreateMany(savings, trx) {
    const tokens = await makeCredentials(
      trx,
      'gateway_id',
      savings.map(({ id }) => id),
    )
    for (const [index, { once }] of savings.entries()) once.credential = tokens[index] ?? ''
  },
  beforeDelete: ({ id }, trx) => dropCredentials(trx, 'gateway_id', id),
  computed: ({ registry }, row) => ({ getewayisonline: registry.isGatewayOnline(Number(row.id)) ? 1 : 0 }),
}
