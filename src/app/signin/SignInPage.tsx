import { useState } from 'react'
import type { Me } from '../../../authProvider/me.ts'
import { signOut } from '../../../authProvider/signOut.ts'
import { loadSigninTexts, type SigninTexts } from '../../../i18n/signin.ts'
import { takeRegistered } from '../origin.ts'
import { SigninFrame } from './SigninFrame.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import css from './signin.module.css'

interface SignInPageProps {
  me: Me | null
  texts: SigninTexts
  onDone: () => void
}

/** Page before the console: picture, form, language and theme. Forms keep typed values when the language changes. */
export function SignInPage({ me, texts, onDone }: SignInPageProps) {
  const [registered] = useState(takeRegistered)
  return (
    <SigninFrame texts={texts} load={loadSigninTexts}>
      {(t, settings) =>
        me ? (
          <>
            <h1>{t('signin.change.title')}</h1>
            <p className={css.formSubtitle}>{t('signin.change.first')}</p>
            <PasswordForm
              t={t}
              userId={me.caller.id}
              min={settings?.passwordMin ?? 8}
              onCancel={() => void signOut().then(onDone)}
              onDone={() => void signOut().then(onDone)}
            />
          </>
        ) : (
          <>
            <h1>{t('signin.title')}</h1>
            <p className={css.formSubtitle}>{t('signin.subtitle')}</p>
            {registered && (
              <p className={css.toast} role="status">
                {t('signin.registered')}
              </p>
            )}
            <SignInForm t={t} demo={settings?.demo ?? null} onDone={onDone} />
          </>
        )
      }
    </SigninFrame>
  )
}
