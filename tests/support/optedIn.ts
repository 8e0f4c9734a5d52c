import type { Storage } from '../../server/storage/types.ts'

/** Where a browser of this name is told. */
export const endpointOf = (browser: string): string => `https://push.example.com/${browser}`

/** Browsers opt in to push, as a user; their names are taken once in a database. */
export const optIn = (storage: Storage, user_id: number, ...browsers: string[]): Promise<unknown> =>
  storage.write((trx) =>
    trx
      .insertInto('pushsubscription')
      .values(
        browsers.map((browser) => ({
          user_id,
          endpoint: endpointOf(browser),
          p256dh: '',
          auth: '',
          language: 'zhEN',
          created_at: 0,
        })),
      )
      .execute(),
  )

/** The endpoints of a user's browsers that are told still. */
export const optedIn = async (storage: Storage, user_id: number): Promise<string[]> =>
  (await storage.read.selectFrom('pushsubscription').select('endpoint').where('user_id', '=', user_id).execute()).map(
    ({ endpoint }) => endpoint,
  )
