import { ArrowRight } from 'lucide-react'
import { loadOpenTexts, type OpenTexts } from '../../../i18n/register.ts'
import { signInPath, toSignInRegistered } from '../origin.ts'
import { SigninFrame } from './SigninFrame.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import css from './signin.module.css'

/** Page /register (spec 1 §2.3), in the frame of the sign-in page. */
export const RegisterPage = ({ texts, onDone = toSignInRegistered }: { texts: OpenTexts; onDone?: () => void }) => (
  <SigninFrame texts={texts} load={loadOpenTexts}>
    {(t, settings) => (
      <>
        <h1>{t('register.title')}</h1>
        <p className={css.formSubtitle}>{t('register.subtitle')}</p>
        <RegisterForm
          t={t}
          min={settings?.passwordMin ?? 8}
          asksCaptcha={settings?.smsCaptcha ?? false}
          toOutbox={settings?.smsOutbox ?? false}
          onDone={onDone}
        />
        <p className={css.other}>
          {t('register.haveAccount')}
          <a href={signInPath}>
            {t('register.back')}
            <ArrowRight size={14} strokeWidth={1.9} aria-hidden="true" />
          </a>
        </p>
      </>
    )}
  </SigninFrame>
)
