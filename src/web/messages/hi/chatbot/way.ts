export const way = {
  untitled: 'बिना शीर्षक',
  timeout: '{time} में जवाब नहीं',
  next: '{kind, select, question {जवाब} template {भेजा गया} http {सफल} ai {जवाब मिला} other {आगे}}',
  other:
    '{port, select, yes {हाँ} no {नहीं} invalid {सही जवाब नहीं} failed {विफल} unknown {पता नहीं} other {{kind, select, buttons {कुछ और} list {कुछ और} other {आगे}}}}',
}
