import type { Transaction } from 'kysely'
import { newToken, tokenHash } from '../session/sessions.ts'
import type { AnyTables } from '../storage/types.ts'

type Owner = 'device_id' | 'gateway_id'

/**
 * Creates the credential with which a device or gateway sends telemetry; returns it in clear text, which is shown once.
 */
export async function makeCredential(trx: Transaction<AnyTables>, owner: Owner, id: number): Promise<string> {
  const [token = ''] = await makeCredentials(trx, owner, [id])
  return token
}

/** Creates credentials for many owners, in their order. */
export async function makeCredentials(
  trx: Transaction<AnyTables>,
  owner: Owner,
  ids: readonly number[],
): Promise<string[]> {
  const tokens = ids.map(() => newToken())
  const created_at = Date.now()
  await trx
    .insertInto('credential')
    .values(tokens.map((token, index) => ({ token_hash: tokenHash(token), [owner]: ids[index] ?? null, created_at })))
    .execute()
  return tokens
}

export const dropCredentials = async (trx: Transaction<AnyTables>, owner: Owner, id: number): Promise<void> => {
  await trx.deleteFrom('credential').where(owner, '=', id).execute()
}

/** Revokes the existing credentials; their rows stay, to show when that was. */
export const revokeCredentials = async (trx: Transaction<AnyTables>, owner: Owner, id: number): Promise<void> => {
  await trx
    .updateTable('credential')
    .set({ revoked_at: Date.now() })
    .where(owner, '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
