import type { Like } from '../types.ts'
import type { register as base } from '../zhCN/register.ts'

export const register: Like<typeof base> = {
  title: '註冊帳號',
  subtitle: '註冊後由管理員開通選單與權限',
  email: '電子郵件（選填）',
  phone: '手機號碼',
  phoneHint: '11 碼中國大陸手機號碼',
  code: '簡訊驗證碼',
  send: '傳送驗證碼',
  sending: '正在傳送…',
  again: '%{seconds} 秒後重新傳送',
  resend: '重新傳送',
  sent: '驗證碼已傳送',
  outbox: '簡訊服務未設定，驗證碼在寄件匣，請向超級管理員索取',
  missing: '請填寫使用者名稱、密碼、手機號碼與簡訊驗證碼',
  submit: '註冊',
  submitting: '正在註冊…',
  haveAccount: '已有帳號？',
  back: '返回登入',
  length: '至少 %{min} 個字元',
  city: '智慧城市',
  lost: '頁面不存在',
  lostHint: '網址可能有誤，或頁面已被移動。',
  toSignIn: '返回登入',
}
