import { useEffect, useRef, useState, type ReactNode } from 'react'
import { chooseLanguage, currentLanguage } from '../../../i18n/language.ts'
import { translator, type SigninTexts } from '../../../i18n/signin.ts'
import type { Language } from '../../../i18n/types.ts'
import { loadSettings, type ConsoleSettings } from '../../kit/hooks/settings.ts'
import { useMedia } from '../../kit/hooks/useMedia.ts'
import { Art } from './Art.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { Translate } from './types.ts'
import css from './signin.module.css'

interface SigninFrameProps<T extends SigninTexts> {
  texts: T
  /** Loads the texts when the language changes; typed values stay. */
  load: (language: Language) => Promise<T>
  children: (t: Translate, settings: ConsoleSettings | null) => ReactNode
}

/** Frame of the pages before the console: picture, panel, language and theme. */
export function SigninFrame<T extends SigninTexts>({ texts: first, load, children }: SigninFrameProps<T>) {
  const [texts, setTexts] = useState(first)
  const [language, setLanguage] = useState(currentLanguage)
  const [settings, setSettings] = useState<ConsoleSettings | null>(null)
  const wide = useMedia('(min-width: 1024px)')
  const t = translator(texts)

  useEffect(() => void loadSettings().then(setSettings), [])

  const chosen = useRef<Language | null>(null)
  const choose = async (next: Language) => {
    chosen.current = next
    const loaded = await load(next)
    // Another language was chosen while these texts were loading.
    if (chosen.current !== next) return
    setTexts(loaded)
    chooseLanguage(next)
    setLanguage(next)
  }

  return (
    <div className={css.signin}>
      {wide && <Art t={t} />}
      <main className={css.panel}>
        <Toolbar t={t} language={language} onLanguage={(next) => void choose(next).catch(() => {})} />
        <div className={css.form}>{children(t, settings)}</div>
        <p className={css.panelFoot}>
          {t('signin.enterBefore')} <kbd className={css.kbd}>Enter</kbd> {t('signin.enterAfter')}
        </p>
      </main>
    </div>
  )
}
