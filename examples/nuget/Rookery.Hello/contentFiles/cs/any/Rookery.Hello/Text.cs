namespace Rookery.Hello
{
    /// <summary>Small helpers for lines of text.</summary>
    internal static class Text
    {
        /// <summary>Greets <paramref name="name"/>.</summary>
        public static string Greeting(string name)
        {
            return "Hello, " + name + "!";
        }

        /// <summary>
        /// The longest beginning of <paramref name="text"/> that ends at a word and fits, with its ellipsis,
        /// into <paramref name="width"/> characters.
        /// </summary>
        public static string Shorten(string text, int width)
        {
            if (text.Length <= width)
            {
                return text;
            }
            var room = width > 1 ? width - 1 : 0;
            var kept = text.Substring(0, room);
            var space = kept.LastIndexOf(' ');
            if (text[room] != ' ' && space > 0)
            {
                kept = kept.Substring(0, space);
            }
            return kept.TrimEnd() + "\u2026";
        }
    }
}
