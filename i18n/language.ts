import { LANGUAGES, languageTag, type Language } from './types.ts'

/** Returns the current language: the stored one, else zhCN. Invalid stored values are ignored. */
export function currentLanguage(): Language {
  current ??= stored() ?? 'zhCN'
  return current
}

/**
 * Switches to a language: stores it under `language`, and writes it to the document for fonts, screen readers and
 * title.
 */
export function chooseLanguage(language: Language): void {
  current = language
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // If the browser refuses storage, the choice lasts as long as the page.
  }
  applyLanguage()
}

/**
 * Writes the current language to the document, and into a cookie by which the server announces the right texts for
 * preloading.
 */
export function applyLanguage(): void {
  const language = currentLanguage()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
  document.documentElement.lang = languageTag[language]
  document.title = productName[language]
  document.querySelector('link[rel=manifest]')?.setAttribute('href', manifest[language])
}

/** The product's name: the document's title before any text is loaded. */
export const productName: Record<Language, string> = {
  zhCN: '智慧城市环境监测系统',
  zhTW: '智慧城市環境監測系統',
  zhEN: 'Smart City Environment Monitoring',
}

/** Manifest with the name of an installed console, by language (public/). */
const manifest: Record<Language, string> = {
  zhCN: '/manifest.webmanifest',
  zhTW: '/manifest-zhTW.webmanifest',
  zhEN: '/manifest-zhEN.webmanifest',
}

/** Name of each language in that language. */
export const languageName: Record<Language, string> = { zhCN: '简体中文', zhTW: '繁體中文', zhEN: 'English' }

/** Texts for the case that no catalogue could be loaded. */
export const bootText: Record<Language, { failed: string; away: string; retry: string }> = {
  zhCN: { failed: '控制台打开失败，请检查网络后重试', away: '平台没有响应，恢复后本页会自动打开', retry: '重试' },
  zhTW: { failed: '主控台開啟失敗，請檢查網路後重試', away: '平台沒有回應，恢復後本頁會自動開啟', retry: '重試' },
  zhEN: {
    failed: 'The console could not be opened. Check your connection and retry',
    away: 'The platform does not answer. This page opens by itself once it does',
    retry: 'Retry',
  },
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

const KEY = 'language'
let current: Language | null = null

function stored(): Language | null {
  try {
    const value = localStorage.getItem(KEY)
    return isLanguage(value) ? value : null
  } catch {
    return null
  }
}
