export const settings = {
  title: 'बॉट कब रुकता है',
  lede: 'जो व्यक्ति जवाब देता है, वह उस बातचीत में बॉट को रोकता है।',
  pause: 'बॉट वापस आता है',
  pauseChoice:
    '{choice, select, closed {जब बातचीत बंद हो} hour {जवाब के एक घंटे बाद} four {जवाब के 4 घंटे बाद} day {जवाब के एक दिन बाद} other {जवाब के {minutes, number} मिनट बाद}}',
  session: 'बिना जवाब के फ़्लो इतने समय बाद समाप्त होता है',
  hours: '{count, plural, one {# घंटा} other {# घंटे}}',
  saved: 'सहेजा गया।',
}
