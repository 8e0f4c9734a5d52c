import type { Storage } from '../../server/storage/types.ts'

/** The push endpoint of a browser. */
export const endpointOf = (browser: string): string => `https://push.example.com/${browser}`

/** Opts browsers in to push for a user; each browser name may be used once per database. */
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

/** The endpoints of a user's browsers that are still subscribed. */
export const optedIn = async (storage: Storage, user_id: number): Promise<string[]> =>
  (await storage.read.selectFrom('pushsubscription').select('endpoint').where('user_id', '=', user_id).execute()).map(
    ({ endpoint }) => endpoint,
  )
