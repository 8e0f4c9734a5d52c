import type { Translate } from './types.ts'

export interface DemoAccount {
  username: string
  password: string
}

/** The demo's accounts; a click fills the form. */
export function Demo({
  t,
  accounts,
  onPick,
}: {
  t: Translate
  accounts: readonly DemoAccount[]
  onPick: (account: DemoAccount) => void
}) {
  return (
    <section className="signin-demo" aria-label={t('signin.demo')}>
      <p>
        <strong>{t('signin.demo')}</strong> {t('signin.demoHint')}
      </p>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" onClick={() => onPick(account)}>
              <span>{account.username}</span>
              <span>{account.password}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
