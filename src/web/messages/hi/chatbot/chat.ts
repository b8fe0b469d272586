export const chat = {
  title: 'चैटबॉट',
  active: 'चैटबॉट यहाँ जवाब देता है: {flow}',
  activeRule: 'चैटबॉट यहाँ जवाब देता है।',
  paused: 'बातचीत बंद होने तक चैटबॉट रुका है।',
  pausedUntil: 'चैटबॉट {time} तक रुका है।',
  pause: 'रोकें',
  pauseFor: '{choice, select, hour {एक घंटे के लिए} day {एक दिन के लिए} other {बातचीत बंद होने तक}}',
  resume: 'बॉट को जवाब देने दें',
  pausedDone: 'चैटबॉट रोका गया।',
  resumed: 'चैटबॉट फिर से जवाब देता है।',
  reason:
    '{reason, select, no_next_step {सौंपा गया: फ़्लो में आगे कुछ नहीं था।} invalid_answer {सौंपा गया: उनके जवाब ठीक नहीं थे।} window_closed {सौंपा गया: 24 घंटे बिना संदेश के बीत गए।} message_unknown {सौंपा गया: पता नहीं कि सवाल पहुँचा या नहीं।} message_failed {सौंपा गया: सवाल नहीं पहुँचा।} missing_variable {सौंपा गया: एक वेरिएबल पता नहीं था।} template_failed {सौंपा गया: टेम्पलेट नहीं भेजा जा सका।} http_failed {सौंपा गया: पते ने जवाब नहीं दिया।} wait_failed {सौंपा गया: इंतज़ार ख़त्म हुआ और फ़्लो आगे नहीं बढ़ा।} file_failed {सौंपा गया: फ़ाइल नहीं भेजी जा सकी।} ai_unknown {सौंपा गया: AI को पता नहीं था।} ai_failed {सौंपा गया: AI ने जवाब नहीं दिया।} flow_not_published {सौंपा गया: अगला फ़्लो प्रकाशित नहीं है।} too_many_messages {रुका: बिना जवाब के 20 संदेश।} same_message {रुका: वही संदेश तीन बार।} automatic_sender {रुका: दूसरी मशीन जवाब दे रही है।} too_many_steps {रुका: फ़्लो घूमता रहा।} other {चैटबॉट ने यह आपको सौंप दिया।}}',
}
