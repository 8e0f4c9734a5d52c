import { createRoot } from 'react-dom/client'
import { currentLanguage } from '../../../i18n/language.ts'
import { loadOpenTexts, type OpenTexts } from '../../../i18n/register.ts'
import { translator } from '../../../i18n/signin.ts'
import { registerPath, signInPath } from '../origin.ts'
import { Logo } from '../../kit/Logo.tsx'
import { RegisterPage } from './RegisterPage.tsx'
import css from './form.module.css'

/**
 * Shows one of the pages that do not require a sign-in (spec 1 §2.1) in `element`: without react-admin, and separate
 * from the sign-in page's code.
 */
export async function openPage(element: HTMLElement, path: string): Promise<void> {
  const texts = await loadOpenTexts(currentLanguage())
  createRoot(element).render(
    path === registerPath ? <RegisterPage texts={texts} /> : <PlainPage texts={texts} city={path === '/BigCity'} />,
  )
}

/** Pages /BigCity (spec 1 §2.1: a placeholder with the text smart city) and /404. */
function PlainPage({ texts, city }: { texts: OpenTexts; city: boolean }) {
  const t = translator(texts)
  return (
    <main className={css.plain}>
      <Logo size={40} />
      <h1>{t(city ? 'register.city' : 'register.lost')}</h1>
      {!city && <p>{t('register.lostHint')}</p>}
      {!city && <a href={signInPath}>{t('register.toSignIn')}</a>}
    </main>
  )
}
