import { useEffect, useState } from 'react'
import type { Me } from '../../authProvider/me.ts'
import { signOut } from '../../authProvider/signOut.ts'
import { chooseLanguage, currentLanguage } from '../../i18n/language.ts'
import { loadSigninTexts, translator, type SigninTexts } from '../../i18n/signin.ts'
import type { Language } from '../../i18n/types.ts'
import { loadSettings, type ConsoleSettings } from '../settings.ts'
import { Art } from './Art.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useWide } from './useWide.ts'

interface SignInPageProps {
  me: Me | null
  texts: SigninTexts
  onDone: () => void
}

/** The page before the console: picture, form, language and theme. Forms keep what was typed when the language changes. */
export function SignInPage({ me, texts: first, onDone }: SignInPageProps) {
  const [texts, setTexts] = useState(first)
  const [language, setLanguage] = useState(currentLanguage)
  const [settings, setSettings] = useState<ConsoleSettings | null>(null)
  const wide = useWide()
  const t = translator(texts)

  useEffect(() => void loadSettings().then(setSettings), [])

  const choose = async (next: Language) => {
    setTexts(await loadSigninTexts(next))
    chooseLanguage(next)
    setLanguage(next)
  }

  return (
    <div className="signin">
      {wide && <Art t={t} />}
      <main className="signin-panel">
        <Toolbar t={t} language={language} onLanguage={(next) => void choose(next).catch(() => {})} />
        <div className="signin-form">
          {me ? (
            <>
              <h1>{t('signin.change.title')}</h1>
              <p className="signin-form__subtitle">{t('signin.change.first')}</p>
              <PasswordForm t={t} userId={me.caller.id} min={settings?.passwordMin ?? 8} onCancel={() => void signOut().then(onDone)} onDone={() => void signOut().then(onDone)} />
            </>
          ) : (
            <>
              <h1>{t('signin.title')}</h1>
              <p className="signin-form__subtitle">{t('signin.subtitle')}</p>
              <SignInForm t={t} demo={settings?.demo ?? null} onDone={onDone} />
            </>
          )}
        </div>
        <p className="signin-panel__foot">
          {t('signin.enterBefore')} <kbd className="signin-kbd">Enter</kbd> {t('signin.enterAfter')}
        </p>
      </main>
    </div>
  )
}
