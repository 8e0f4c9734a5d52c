import { invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'

export const contactHook: Hook = {
  /**
   * Messages go to the person whom an open id names: it is set by a scan of a code that was shown to the caller
   * (server/wechat), or removed, but never typed.
   */
  async beforeSave({ row, old, signedIn }, trx) {
    const openid = row.alarm_wechat
    if (!openid || openid === old?.alarm_wechat) return
    const scan = await trx
      .selectFrom('wxscene')
      .select('random_id')
      .where('user_id', '=', signedIn.user.id)
      .where('openid', '=', openid)
      .limit(1)
      .executeTakeFirst()
    if (!scan) throw invalid({ alarm_wechat: { key: 'error.wechat.unscanned' } })
  },
}
