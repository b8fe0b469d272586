import { expect, type Page, test } from '@playwright/test'
import { api, cut, refuse, withFailures } from '../failures.ts'
import { connect, press, says, signUp } from '../person.ts'

/**
 * The sentences that people are promised, word by word, each on the screen where it belongs. Those of onboarding,
 * templates and the main journey are tried in their own files.
 */

async function open(page: Page, path: string) {
  await page.goto(`/marketing${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the landing page says what the product is', async ({ page }) => {
  await open(page, '/')
  for (const claim of ['98%', 'open rate', '45%', 'CTR', '1,000+', 'businesses']) await says(page, claim)
  for (const name of [
    'Broadcast & Templates',
    'Chatbot & Live Chat',
    'Click-to-WhatsApp Ads',
    'Analytics Dashboard',
    'How It Works',
  ])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login with WhatsApp' })).toHaveAttribute(
    'href',
    '/marketing/login',
  )
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute(
    'href',
    '/marketing/signup',
  )
  await expect(page.locator('ol.how > li')).toHaveText([
    "Log in and connect a business account through the provider's OAuth.",
    'Create templates and submit them for provider approval.',
    'Collect opt-ins through forms, QR codes or widgets.',
    'Launch campaigns with scheduling, personalization and analytics.',
    'Track opens, clicks and delivery.',
  ])
  for (const name of ['Order Updates', 'Appointment Reminders', 'Promotional Campaigns', 'Lead Generation'])
    await says(page, name)
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`)
})

test('login and signup keep what was typed and say what went wrong', async ({ page }) => {
  await open(page, '/login')
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('required')
  await email.fill('nobody@example.com')
  await password.fill('correct horse')
  await password.press('Enter')
  await says(page, 'Login failed. Please check your credentials.')
  await expect(email).toHaveValue('nobody@example.com')
  await expect(password).toHaveValue('correct horse')

  await page.route(api('auth/login'), (route) => route.fulfill({ body: '<h1>Hello</h1>' }), { times: 1 })
  await press(page, 'Login')
  await says(page, 'Invalid JSON response from server.')

  const go = Promise.withResolvers<void>()
  await page.route(api('auth/login'), async (route) => {
    await go.promise
    await route.abort()
  })
  await press(page, 'Login')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  go.resolve()
  await says(page, 'Server error. Please try again later.')

  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Full name').fill('Retno Wulandari')
  await email.fill('retno@example.com')
  await password.fill('correct horse')
  await refuse(page, 'auth/signup')
  await press(page, 'Sign Up')
  await says(page, 'Signup failed. Try again.')
  await page.unroute(api('auth/signup'))
  const reply = Promise.withResolvers<void>()
  await page.route(api('auth/signup'), async (route) => {
    await reply.promise
    await route.abort()
  })
  await press(page, 'Sign Up')
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible()
  reply.resolve()
  await says(page, 'Server error. Please try again later.')
  await expect(page.getByLabel('Full name')).toHaveValue('Retno Wulandari')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/marketing\/login$/)
})

test('the guard leads to the login and says why', async ({ page }) => {
  await page.goto('/marketing/dashboard')
  await says(page, 'Session expired. Please login.')
  await expect(page).toHaveURL(/\/marketing\/login$/)

  // A token that cannot be one, and one whose time is over.
  for (const token of ['short', `x.${btoa(JSON.stringify({ exp: 1 }))}.x`]) {
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto('/marketing/help-center')
    await expect(page).toHaveURL(/\/marketing\/login$/)
    await says(page, 'Session expired. Please login.')
  }
  await page.goto('/marketing/there/is/no/such/page')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a token in the address is adopted and leaves it', async ({ page, browser, baseURL }) => {
  const { token } = await signUp(page)
  // A second browser, with empty storage.
  const elsewhere = await browser.newPage({ baseURL })
  await elsewhere.goto(`/marketing/help-center?token=${token}&from=mail`)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Help Center')
  await expect(elsewhere).toHaveURL('/marketing/help-center?from=mail')
  await elsewhere.close()
})

test('a token of another account asks before it takes the place of a session', async ({
  page,
  browser,
  baseURL,
}) => {
  const mine = await signUp(page, 'Retno Wulandari')
  const otherPage = await browser.newPage({ baseURL })
  const other = await signUp(otherPage, 'Sigrid Undset')
  await otherPage.close()
  const stored = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user_id')])

  await page.goto(`/marketing/help-center?token=${other.token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change the account?')
  await expect(page).toHaveURL('/marketing/help-center')
  await says(page, mine.email)
  await says(page, other.email)
  await press(page, `Stay logged in as ${mine.email}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center')
  expect(await stored()).toEqual([mine.token, String(mine.userId)])

  // One's own token, and one that the server does not know, are no question.
  await page.goto(`/marketing/help-center?token=${mine.token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center')
  await page.goto(`/marketing/help-center?token=${other.token.replace(/.{8}$/, 'AAAAAAAA')}`)
  await says(page, `The login in the link is no longer valid. You stay logged in as ${mine.email}.`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center')

  await page.goto(`/marketing/help-center?token=${other.token}`)
  await press(page, `Log in as ${other.email}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center')
  expect(await stored()).toEqual([other.token, String(other.userId)])
  // What was replaced is revoked.
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${mine.token}` }
      return (await page.request.get('/marketing/api/auth/me', { headers })).status()
    })
    .toBe(401)
})

test('a newcomer finds the way, and every entry has its name', async ({ page }) => {
  await signUp(page, 'Retno Wulandari')
  await open(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Good (Morning|Afternoon|Evening), Retno$/,
  )
  for (const words of [
    'Leads Collected',
    'Messages Sent',
    'Active Campaigns',
    'Recent Campaigns',
    'No campaigns found.',
    "You haven't completed Meta WhatsApp onboarding yet.",
  ])
    await says(page, words)
  const links: [string, string][] = [
    ['Manage Meta Templates', '/meta/template-form'],
    ['Send WhatsApp Message', '/meta/send-message'],
    ['View Meta Logs', '/meta/message-logs'],
    ['Webhook Tester', '/meta/webhook-tester'],
  ]
  const main = page.getByRole('main')
  for (const [name, path] of links)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/marketing${path}`)
  const side = page.getByRole('navigation', { name: 'Main' })
  const entries: [string, string][] = [
    ['Logs', '/message-logs'],
    ['Subscription', '/subscription-plans'],
    ['Create Template', '/meta/template-form'],
    ['Testing Dashboard', '/meta/testing'],
  ]
  for (const [name, path] of entries)
    await expect(side.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/marketing${path}`)
  await main.getByRole('link', { name: 'Start Setup' }).click()
  await expect(page).toHaveURL(/onboarding-status$/)
  await press(page, 'Logout')
  await expect(page).toHaveURL(/\/marketing\/login$/)
  expect(
    await page.evaluate(() => ['user', 'token', 'user_id'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null])
})

test('leads: what is missing, what failed, what worked', async ({ page }) => {
  await signUp(page)
  await open(page, '/lead-generator')
  await press(page, 'Start Scraping')
  await says(page, 'Enter a keyword or location to search')
  await press(page, 'Upload')
  await says(page, 'Please choose a CSV file first')
  await says(page, 'Please enter a tag/category for the CSV leads')
  const form = page.getByRole('form', { name: 'Add Lead Manually' })
  await press(page, 'Add lead')
  await says(page, 'Name and phone are required')
  await says(page, 'Tag/category is required')

  await form.getByLabel('Name').fill('Asha Patil')
  await form.getByLabel('Phone').fill('+919850011800')
  await form.getByLabel('Tag').fill('walk-in')
  await withFailures(page, { path: 'upload_leads' }, () => press(page, 'Add lead'), {
    refused: 'Failed to add lead',
    gone: 'Server error adding lead',
  })
  await expect(form.getByLabel('Name')).toHaveValue('Asha Patil')
  await press(page, 'Add lead')
  await says(page, 'Lead added successfully')

  const keyword = page.getByLabel('Keyword or location')
  await keyword.fill('bakery in Madhupuri')
  await withFailures(page, { path: 'scrape_leads' }, () => keyword.press('Enter'), {
    refused: 'Scraping failed',
    gone: 'Server error during scraping',
  })
  await expect(keyword).toHaveValue('bakery in Madhupuri')

  await refuse(page, 'get_leads*')
  await open(page, '/lead-generator')
  await says(page, 'Failed to fetch leads')
})

test('campaigns: a template and people first', async ({ page }) => {
  const person = await signUp(page)
  await connect(page, person)
  await page.request.post('/marketing/api/upload_leads', {
    headers: { authorization: `Bearer ${person.token}` },
    data: {
      leads: [
        {
          name: 'Asha Patil',
          phone: '+919850011800',
          tag: 'walk-in',
          consent: 'opted_in',
          consent_source: 'In the shop',
        },
      ],
    },
  })
  await open(page, '/campaigns')
  await press(page, 'Schedule Campaign')
  await says(page, 'Please select a template.')
  const template = page.getByLabel('Template', { exact: true })
  const approved = template.getByRole('option', { name: 'Weekend offer' })
  await expect(approved).toBeAttached()
  await template.selectOption(await approved.getAttribute('value'))
  await press(page, 'Schedule Campaign')
  await says(page, 'No leads selected.')
  await page.getByRole('radio', { name: 'Picked by hand' }).check()
  await page.getByRole('checkbox', { name: /Asha Patil/ }).check()
  await expect(page.getByText('Goes to 1 person')).toBeVisible()
  await withFailures(page, { path: 'schedule-send' }, () => press(page, 'Schedule Campaign'), {
    refused: 'Failed to schedule campaign',
    gone: 'Network error while scheduling campaign.',
  })
  // What was chosen is still there, and now it goes.
  await press(page, 'Schedule Campaign')
  await says(page, 'Campaign scheduled successfully!')
  await expect(template).toHaveValue('')
})

test('templates and single messages', async ({ page }) => {
  await signUp(page)
  // Before there is a last list that could be shown instead.
  await cut(page, 'templates*')
  await open(page, '/templates')
  await says(page, 'Failed to load templates')
  await page.unroute(api('templates*'))
  await open(page, '/templates')
  // The first press opens the form, the second sends it.
  await press(page, 'Add template')
  await expect(page.getByRole('button', { name: 'Close the form' })).toBeVisible()
  await press(page, 'Add template')
  await says(page, 'Title and content are required')
  await refuse(page, 'meta/get_templates*')
  await open(page, '/meta/template-form')
  await says(page, 'Failed to load templates.')

  await open(page, '/meta/send-message')
  await page.getByLabel('Recipient phone').fill('9876543210')
  await page.getByLabel('Template name').fill('order_shipped')
  await press(page, 'Send Message')
  await says(page, 'Invalid phone number format. Use E.164 format (e.g., +919876543210).')
  await page.getByLabel('Recipient phone').fill('+919876543210')
  await page.getByLabel('Template name').fill('')
  await press(page, 'Send Message')
  await says(page, 'Template name is required.')
  await page.getByLabel('Template name').fill('order_shipped')
  await withFailures(page, { path: 'meta/send_meta_message' }, () => press(page, 'Send Message'), {
    refused: 'Message failed.',
    gone: 'Server error while sending message.',
  })
  await expect(page.getByLabel('Recipient phone')).toHaveValue('+919876543210')
})

test('logs and the webhook tester', async ({ page }) => {
  await signUp(page)
  await refuse(page, 'meta/meta_message_logs*')
  await open(page, '/message-logs')
  await says(page, 'Failed to load logs')
  await open(page, '/meta/webhook-tester')
  await press(page, 'Send test webhook')
  await says(page, 'Webhook test sent successfully!')
  await withFailures(page, { path: 'meta/meta_webhook_test' }, () => press(page, 'Send test webhook'), {
    refused: 'Failed to test webhook.',
    gone: 'Request failed.',
  })
})

test('settings and help', async ({ page }) => {
  const { email } = await signUp(page)
  await open(page, '/account-settings')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password')
  await expect(page.getByLabel('Provider API key')).toHaveAttribute('type', 'password')
  await page.getByLabel('Name', { exact: true }).fill('Retno Ayu Wulandari')
  await refuse(page, 'account/settings', 'PUT')
  await press(page, 'Save changes')
  await says(page, 'Failed to save changes.')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Retno Ayu Wulandari')
  await page.unrouteAll()
  await press(page, 'Save changes')
  await says(page, 'Settings updated successfully!')
  await expect(page.getByRole('banner').getByText('Retno Ayu Wulandari')).toBeVisible()

  await open(page, '/help-center')
  await expect(page.getByRole('main').locator('summary')).toHaveCount(5)
  await expect(page.getByLabel('Message')).toHaveAttribute('required')
  await page.getByLabel('Message').fill('My number is stuck.')
  const alert = page.waitForEvent('dialog')
  const pressed = press(page, 'Send message')
  const dialog = await alert
  expect(dialog.message()).toContain('24 hours')
  await dialog.accept()
  await pressed
})

test('a failed submit focuses the first field at fault, and its toast ends after three seconds', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/marketing/meta/send-message')
  await page.getByLabel('Template name').fill('order_ready')
  await press(page, 'Send Message')
  const phone = page.getByRole('textbox', { name: /phone/i }).first()
  await expect(phone).toBeFocused()
  const toast = page.getByRole('alert').filter({ hasText: 'Invalid phone number format.' })
  await expect(toast.first()).toBeVisible()
  const field = await phone.boundingBox()
  const over = await toast.first().boundingBox()
  expect(field && over && field.y >= over.y + over.height).toBe(true)
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  // What is wrong stays at the field.
  await expect(page.getByText('Invalid phone number format.').first()).toBeVisible()
})
