import { useEffect, useId, useState } from 'react'
import { askMe, type Me } from '../../../authProvider/me.ts'
import { signOut } from '../../../authProvider/signOut.ts'
import { Logo } from '../../kit/Logo.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import type { Translate } from './types.ts'
import formCss from './form.module.css'
import signinCss from './signin.module.css'
import css from './again.module.css'

interface SignInAgainProps {
  /** The user whose session has ended. */
  me: Me
  t: Translate
  /** Minimum length of a new password. */
  min: number
  /** Sets the dialog's accessible name to the heading with this id. */
  labelDialog: (id: string) => void
  onSignedIn: (found: Me) => void
}

/**
 * Sign-in form over a page of the console, followed by the form for a first password where an administrator has set one
 * meanwhile.
 */
export function SignInAgain({ me, t, min, labelDialog, onSignedIn }: SignInAgainProps) {
  const [state, setState] = useState<{ tries: number; unknown: boolean; first: Me | null }>(START)
  const heading = useId()
  useEffect(() => labelDialog(heading), [labelDialog, heading])

  async function check(): Promise<void> {
    const found = await askMe().catch(() => null)
    if (found === null) setState(({ tries }) => ({ tries: tries + 1, unknown: true, first: null }))
    else if (found.mustChangePassword) setState((before) => ({ ...before, first: found }))
    else onSignedIn(found)
  }
  const startOver = () =>
    void signOut().then(() => setState(({ tries }) => ({ tries: tries + 1, unknown: false, first: null })))

  return (
    <div className={css.card}>
      <Logo size={32} />
      <h2 id={heading}>{t(state.first ? 'signin.change.title' : 'signin.again.title')}</h2>
      {state.first ? (
        <>
          <p className={signinCss.formSubtitle}>{t('signin.change.first')}</p>
          <PasswordForm t={t} userId={state.first.caller.id} min={min} onCancel={startOver} onDone={startOver} />
        </>
      ) : (
        <>
          <p className={css.hint}>{t('signin.again.hint', { name: me.username })}</p>
          {state.unknown && (
            <p className={formCss.alert} role="alert">
              {t('signin.again.unknown')}
            </p>
          )}
          <SignInForm key={state.tries} t={t} demo={null} again={me.username} onDone={() => void check()} />
          <p className={css.other}>{t('signin.again.other')}</p>
        </>
      )}
    </div>
  )
}

const START = { tries: 0, unknown: false, first: null }
