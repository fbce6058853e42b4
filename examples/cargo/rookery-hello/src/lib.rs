//! Shortens text to a width without cutting words, and greets the given name.

/// Greets `name`; with the feature `loud` in capitals.
///
/// ```
/// assert!(rookery_hello::greeting("rook").eq_ignore_ascii_case("Hello, rook!"));
/// ```
pub fn greeting(name: &str) -> String {
    let text = format!("Hello, {name}!");
    if cfg!(feature = "loud") {
        text.to_uppercase()
    } else {
        text
    }
}

/// The longest beginning of `text` that ends at a word and fits, with its ellipsis, into `width` characters.
///
/// ```
/// assert_eq!(rookery_hello::shorten("a rook flies over the wood", 14), "a rook flies…");
/// assert_eq!(rookery_hello::shorten("a rook", 14), "a rook");
/// ```
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let cut: String = text.chars().take(room).collect();
    let ends_at_word = text.chars().nth(room).is_some_and(char::is_whitespace);
    let kept = match cut.rfind(char::is_whitespace) {
        Some(space) if !ends_at_word => &cut[..space],
        _ => cut.as_str(),
    };
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn short_text_stays() {
        assert_eq!(shorten("rook", 4), "rook");
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(shorten("one two three", 9), "one two…");
        assert_eq!(shorten("one two three", 8), "one two…");
        assert_eq!(shorten("one two three", 7), "one…");
    }

    #[test]
    fn a_long_word_is_cut() {
        assert_eq!(shorten("incomprehensible", 6), "incom…");
    }
}
